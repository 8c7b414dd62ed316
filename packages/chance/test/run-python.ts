import { execFile } from 'node:child_process';

type Answer = { readonly status: unknown; readonly out: string; readonly error: string };

export function runPython(args: readonly string[]): Promise<Answer> {
  return new Promise((resolve) => {
    execFile('python3', args, (failure, out, error) => {
      resolve({ status: failure === null ? 0 : failure.code, out, error });
    });
  });
}

const hasPython = (await runPython(['--version'])).status === 0;
if (!hasPython) console.warn('There is no python3, so the scripts in docs are not tested. Under CI this fails.');

/** Whether tests of scripts are left out. */
export const mayLackPython = !hasPython && process.env['CI'] === undefined;
