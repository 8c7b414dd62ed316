/** One thing that is wrong in a content pack, and where. */
export type Problem = {
  /** The file as the operator would open it: the folder they named and the file in it. */
  readonly file: string;
  /** Counted from 1; the line of the nearest thing that is there when the field itself is missing. */
  readonly line: number;
  /** The field's path inside the file, such as `idols[3].name.zh_TW`; empty for the whole file. */
  readonly field: string;
  /** What was found and what would be right. */
  readonly message: string;
};

/** `content/demo/idols.yaml:42 idols[3].name.zh_TW: is missing; expected …` */
export function formatProblem({ file, line, field, message }: Problem): string {
  return `${file}:${line} ${field === '' ? '' : `${field}: `}${message}`;
}

/** A content pack that cannot be used, with everything that is wrong with it. */
export class PackProblems extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'PackProblems';
    this.problems = problems;
  }
}

/** Problems in the order in which an operator meets them: by file, then from top to bottom. */
export function inReadingOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
}
