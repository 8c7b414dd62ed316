import { findMarkdownFaults } from '#/modules/pages/index.ts';
import { parseFields } from './parse-fields.ts';
import type { Problem } from './problem.ts';
import { type PageHead, pageHead } from './schema/pages.ts';
import { readYaml } from './yaml-file.ts';

/** One page in one language, able to say where a field of its head was written. */
export type PageFile = PageHead & {
  readonly body: string;
  readonly problem: (field: keyof PageHead, message: string) => Problem;
};

const fence = '---';

/**
 * Reads a Markdown file with a head: YAML between two lines of three hyphens.
 *
 * @param name - as problems shall name the file
 */
export function readPageFile(
  name: string,
  text: string,
): { page: PageFile; problems: readonly [] } | { page: undefined; problems: readonly Problem[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = lines.indexOf(fence, 1);
  if (lines[0] !== fence || end < 0) {
    const message = `has no head; expected title, summary and updatedAt between two lines of ${fence}`;
    return { page: undefined, problems: [{ file: name, line: 1, field: '', message }] };
  }
  // YAML takes the line of hyphens for the beginning of a document, so its lines are those of the file.
  const yaml = readYaml(name, `${lines.slice(0, end).join('\n')}\n`);
  const head = yaml.problems.length > 0 ? undefined : parseFields(pageHead, yaml.contents, yaml.problem);
  const body = lines.slice(end + 1).join('\n');
  const problems = [
    ...yaml.problems,
    ...(head?.problems ?? []),
    ...bodyProblems(body).map(({ line, message }) => ({ file: name, line: end + 1 + line, field: 'body', message })),
  ];
  if (problems.length > 0 || !head?.value) return { page: undefined, problems };
  return {
    page: { ...head.value, body: body.trim(), problem: (field, message) => yaml.problem([field], message) },
    problems: [],
  };
}

function bodyProblems(body: string): { line: number; message: string }[] {
  if (body.trim() === '') return [{ line: 0, message: 'is empty; expected the text of the page in Markdown' }];
  return findMarkdownFaults(body);
}
