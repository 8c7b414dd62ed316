import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

/** Words that commas separate. */
export const wordList = z
  .string()
  .transform((words) => words.split(/,\s*/))
  .refine((words) => !words.includes(''), { error: 'has an empty word' });

const alternative = z.string().min(1, { error: 'an empty alternative matches everything' });

/** A pattern as a list of alternatives. Each of them is a valid pattern. */
export const alternatives = z
  .strictObject({ flags: z.string().default(''), any: z.array(alternative).min(1) })
  .transform(({ flags, any }, context) => {
    any.forEach((source, index) => {
      const fault = faultOf(source, flags);
      if (fault) context.issues.push({ code: 'custom', message: fault, path: ['any', index], input: source });
    });
    return context.issues.length > 0 ? z.NEVER : new RegExp(any.join('|'), flags);
  });

function faultOf(source: string, flags: string): string | undefined {
  try {
    void new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Reads what the product knows of languages from the YAML file of a module.
 * @throws Error that names the file and its wrong fields
 */
export function readLanguageFile<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  return checkLanguageFile(basename(url.pathname), readFileSync(url, 'utf8'), schema);
}

/** @throws Error that names the file and its wrong fields */
export function checkLanguageFile<Schema extends z.ZodType>(
  name: string,
  text: string,
  schema: Schema,
): z.output<Schema> {
  const checked = schema.safeParse(parseYaml(name, text));
  if (checked.success) return checked.data;
  throw new Error(`${name} is not as it should be:\n${z.prettifyError(checked.error)}`);
}

function parseYaml(name: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${name} is no YAML`, { cause: error });
  }
}
