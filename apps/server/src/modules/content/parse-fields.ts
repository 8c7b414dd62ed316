import type * as z from 'zod';
import type { Problem } from './problem.ts';
import type { Path } from './yaml-file.ts';

const shownCharactersMax = 60;

/**
 * Parses a value by its schema. Each problem says what was found and what is expected, which is the schema's error text.
 */
export function parseFields<T>(
  schema: z.ZodType<T>,
  raw: unknown,
  problem: (path: Path, message: string) => Problem,
): { value: T; problems: [] } | { value: undefined; problems: Problem[] } {
  const result = schema.safeParse(raw, { reportInput: true });
  if (result.success) return { value: result.data, problems: [] };
  return { value: undefined, problems: result.error.issues.flatMap((issue) => problemsOf(issue, raw, problem)) };
}

function problemsOf(
  issue: z.core.$ZodIssue,
  raw: unknown,
  problem: (path: Path, message: string) => Problem,
): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => problem([...issue.path, key], `is not a known field; expected ${issue.message}`));
  }
  if (issue.code === 'invalid_key') {
    const expected = issue.issues[0]?.message ?? issue.message;
    return [problem(issue.path, `has a key that is not right; expected ${expected}`)];
  }
  const value = valueAt(raw, issue.path);
  return [problem(issue.path, `${found(value)}; expected ${issue.message}${numberHint(value, issue.message)}`)];
}

/** How a number is written, where its digits are in quotes or grouped. */
function numberHint(value: unknown, expected: string): string {
  if (typeof value !== 'string' || !expected.startsWith('a whole number')) return '';
  const digits = value.normalize('NFKC').replaceAll(/[\s_,'’]/g, '');
  return /^\d{1,15}$/.test(digits) ? `, in digits without quotes: ${Number(digits)}` : '';
}

function found(value: unknown): string {
  if (value === undefined || value === null) return 'is missing';
  const shown = JSON.stringify(value);
  return `is ${shown.length > shownCharactersMax ? `${shown.slice(0, shownCharactersMax)}…` : shown}`;
}

function valueAt(raw: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[step] : undefined,
    raw,
  );
}
