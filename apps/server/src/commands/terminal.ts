let isJson = false;

/** From here on answers are JSON on standard output; what is said beside them stays on standard error. */
export function answerInJson(): void {
  isJson = true;
}

/**
 * Prints the one answer of a command.
 * @param result for programs, with --json
 * @param lines for people
 */
export function answer(result: unknown, lines: string | readonly string[]): void {
  if (isJson) console.log(JSON.stringify(result, undefined, 2));
  else console.log(typeof lines === 'string' ? lines : lines.join('\n'));
}

/** Tells people something before the answer. */
export function tell(lines: string): void {
  if (isJson) console.error(lines);
  else console.log(lines);
}

/** Returns a number with its noun, in the plural but for one. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Says why nothing was done, or what is wrong; the program ends with 1. */
export function fail(words: unknown): void {
  console.error(words);
  process.exitCode = 1;
}

/** Tells what is wrong with what was asked: as the answer of --json, else on standard error. The program ends with 1. */
export function refuse(refusal: unknown, lines: readonly string[]): void {
  if (isJson) console.log(JSON.stringify(refusal, undefined, 2));
  else console.error(lines.join('\n'));
  process.exitCode = 1;
}
