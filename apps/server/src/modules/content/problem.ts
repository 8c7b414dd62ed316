/** A problem of a content pack with its place. */
export type Problem = {
  /** The path of the file: the folder as the operator wrote it, and the file in it. */
  readonly file: string;
  /** From 1; for a missing field the line of its nearest existing parent. 0 for the folder of the pack. */
  readonly line: number;
  /** The field's path inside the file, such as `idols[3].name.zh_TW`; empty for the whole file. */
  readonly field: string;
  /** Names what was found and what is expected. */
  readonly message: string;
};

/** `content/demo/idols.yaml:42 idols[3].name.zh_TW: is missing; expected …` */
export function formatProblem({ file, line, field, message }: Problem): string {
  return `${file}${line > 0 ? `:${line}` : ''} ${field === '' ? '' : `${field}: `}${message}`;
}

/** The message of a reference to something that the pack does not define. */
export function unknown(kind: string, id: string, ids: ReadonlySet<string>): string {
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
