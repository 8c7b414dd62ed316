import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, type Pair } from 'yaml';
import type { Problem } from './problem.ts';

/** Keys and list positions from the top of a file down to a field. */
export type Path = readonly PropertyKey[];

/** A parsed YAML file with the lines of its fields. */
export type YamlFile = {
  readonly name: string;
  /** The contents as plain values; undefined when the syntax is invalid. */
  readonly contents: unknown;
  /** Syntax problems. */
  readonly problems: readonly Problem[];
  readonly problem: (path: Path, message: string) => Problem;
};

/** Parses YAML 1.2. Invalid syntax and duplicate keys become problems. */
export function readYaml(name: string, text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number): number => Math.max(lines.linePos(offset).line, 1);
  const problems = document.errors.map((error) => ({
    file: name,
    line: lineAt(error.pos[0]),
    field: '',
    message: `is not valid YAML; ${error.message}`,
  }));
  return {
    name,
    contents: problems.length > 0 ? undefined : document.toJS(),
    problems,
    problem: (path, message) => ({
      file: name,
      line: lineAt(nearestOffset(document, path)),
      field: formatPath(path),
      message,
    }),
  };
}

/** `idols[3].name.zh_TW` */
export function formatPath(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}

/** The offset of a field; for a missing one that of its nearest existing parent. */
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
