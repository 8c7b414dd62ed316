import { type Document, isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml';
import type * as z from 'zod';
import { punctuationFaults, syntaxFaults, valueFaults } from './yaml-faults.ts';

/** A problem of a content pack with its place. */
export type Problem = {
  /** The path of the file: the folder as the operator wrote it, and the file in it. */
  readonly file: string;
  /** The line, from 1; for a missing field that of its nearest existing parent; 0 for the folder of the pack. */
  readonly line: number;
  /** The field's path inside the file, such as `idols[3].name.zh_TW`; empty for the whole file. */
  readonly field: string;
  /** Names the found and the expected value. */
  readonly message: string;
};

/** Writes a problem, such as `content/demo/idols.yaml:42 idols[3].name.zh_TW: is missing; expected …`. */
export function formatProblem({ file, line, field, message }: Problem): string {
  return `${file}${line > 0 ? `:${line}` : ''} ${field === '' ? '' : `${field}: `}${message}`;
}

/** Writes the message of a reference to something that the pack does not define. */
export function describeUnknown(kind: string, id: string, ids: ReadonlySet<string>): string {
  return `is "${id}", which is no ${kind} of this pack; expected one of ${[...ids].join(', ')}`;
}

/** A content pack that cannot be used, with all its problems. */
export class PackProblems extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'PackProblems';
    this.problems = problems;
  }
}

/** Sorts problems by file, then from top to bottom. */
export function inReadingOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
}

/** Keys and list positions from the top of a file down to a field. */
export type Path = readonly PropertyKey[];

/** A parsed YAML file with the lines of its fields. */
export type YamlFile = {
  readonly name: string;
  /** The contents as plain values; undefined when the syntax is invalid. */
  readonly contents: unknown;
  /** Syntax problems. */
  readonly problems: readonly Problem[];
  /** Values that YAML reads differently from their text. */
  readonly misread: readonly Problem[];
  readonly problem: (path: Path, message: string) => Problem;
};

/** Parses YAML 1.2. Invalid syntax and duplicate keys become problems, one for each cause. */
export function readYaml(name: string, text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const lineAt = (offset: number): number => Math.max(lines.linePos(offset).line, 1);
  const faults = document.errors.length > 0 ? syntaxFaults(text, document.errors) : punctuationFaults(text, document);
  const problem = (path: Path, message: string): Problem => ({
    file: name,
    line: lineAt(nearestOffset(document, path)),
    field: formatPath(path),
    message,
  });
  return {
    name,
    contents: faults.length > 0 ? undefined : document.toJS(),
    problems: faults.map(({ offset, key, message }) => ({ file: name, line: lineAt(offset), field: key, message })),
    misread: faults.length > 0 ? [] : valueFaults(text, document).map(({ path, message }) => problem(path, message)),
    problem,
  };
}

/** Writes a path, such as `idols[3].name.zh_TW`. */
export function formatPath(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}

/** Returns the offset of a field; for a missing one that of its nearest existing parent. */
function nearestOffset(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find((candidate) => keyOf(candidate) === String(step));
      if (!pair) break;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined) break;
      offset = startOf(item) ?? offset;
      node = item;
    } else break;
  }
  return offset;
}

function keyOf(pair: Pair): string {
  return String(isScalar(pair.key) ? pair.key.value : pair.key);
}

function startOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined;
  return Number(node.range[0]);
}

const shownCharactersMax = 60;

/** Parses a value by its schema. Each problem names the found and the expected value by the schema's error text. */
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
  return [problem(issue.path, `${describeFound(value)}; expected ${issue.message}${numberHint(value, issue.message)}`)];
}

/** Says how a number is written, for digits in quotes or groups. */
function numberHint(value: unknown, expected: string): string {
  if (typeof value !== 'string' || !expected.startsWith('a whole number')) return '';
  const digits = value.normalize('NFKC').replaceAll(/[\s_,'’]/g, '');
  return /^\d{1,15}$/.test(digits) ? `, in digits without quotes: ${Number(digits)}` : '';
}

function describeFound(value: unknown): string {
  if (value === undefined || value === null) return 'is missing';
  const shown = JSON.stringify(value);
  return `is ${shown.length > shownCharactersMax ? `${shown.slice(0, shownCharactersMax)}…` : shown}`;
}

/** A value that stands for both languages has no steps of its own for them. */
function valueAt(raw: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    const isForBoth = step === 'en_US' || step === 'zh_TW';
    if (isForBoth && (typeof value !== 'object' || Array.isArray(value))) return value;
    return typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  }, raw);
}
