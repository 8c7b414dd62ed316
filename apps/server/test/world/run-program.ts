import { execFile } from 'node:child_process';

/** What a run of a program left: its exit code, -1 when it was ended by a signal, and what it printed. */
export type ProgramRun = { readonly code: number; readonly output: string; readonly errors: string };

/** Shorter than the time of a test, so that a program that hangs fails its own test only. */
const limitMs = 100_000;

/**
 * Runs a program to its end, and kills one that hangs.
 * @param input - what the process reads
 */
export function runProgram(
  program: string,
  words: readonly string[],
  { input = '', ...options }: { env?: NodeJS.ProcessEnv; cwd?: string; input?: string } = {},
): Promise<ProgramRun> {
  return new Promise((settle) => {
    const limits = { timeout: limitMs, killSignal: 'SIGKILL' } as const;
    const child = execFile(program, words, { ...options, ...limits }, (_, output, errors) =>
      settle({ code: child.exitCode ?? -1, output, errors }),
    );
    // A program may end before it reads what it is given.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
