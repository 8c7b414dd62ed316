import { resolve } from 'node:path';
import { cleanEnvironment } from '../../../../bench/world/clean-environment.ts';
import { type ProgramRun, runProgram } from './run-program.ts';

const program = resolve(import.meta.dirname, '../../bin/lightstick');

/**
 * Runs the command line in a process of its own, as an operator of the machine does, with nothing of our environment.
 * @param input - what the process reads
 */
export function runLightstick(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<ProgramRun> {
  return runProgram(program, words, { env: { ...cleanEnvironment(), ...environment }, input });
}
