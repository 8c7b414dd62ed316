import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, type Pair } from 'yaml';
import type { Problem } from './problem.ts';
import { punctuationFaults, syntaxFaults, valueFaults } from './yaml-faults.ts';

/** Keys and list positions from the top of a file down to a field. */
export type Path = readonly PropertyKey[];

/** A parsed YAML file with the lines of its fields. */
export type YamlFile = {
  readonly name: string;
  /** The contents as plain values; undefined when the syntax is invalid. */
  readonly contents: unknown;
  /** Syntax problems. */
  readonly problems: readonly Problem[];
  /** Values that YAML reads as something else than what is written. */
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
