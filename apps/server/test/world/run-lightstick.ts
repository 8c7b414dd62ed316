import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { cleanEnvironment } from '../../../../bench/world/clean-environment.ts';

const program = resolve(import.meta.dirname, '../../bin/lightstick');

/** What a run of the command line left: its exit code, standard output and standard error. */
export type LightstickRun = { readonly code: number; readonly output: string; readonly errors: string };

/**
 * Runs the command line in a process of its own, as an operator of the machine does, with nothing of our environment.
 * @param input - what the process reads
 */
export function runLightstick(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<LightstickRun> {
  const env = { ...cleanEnvironment(), ...environment };
  return new Promise((settle) => {
    const child = execFile(program, words, { env }, (_, output, errors) =>
      settle({ code: child.exitCode ?? -1, output, errors }),
    );
    child.stdin?.end(input);
  });
}
