import { execFile } from 'node:child_process';

type Answer = { readonly status: unknown; readonly out: string; readonly error: string };

function run(program: string, args: readonly string[]): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(program, args, (failure, out, error) => {
      resolve({ status: failure === null ? 0 : failure.code, out, error });
    });
  });
}

/** The interpreter itself: where `python3` is the launcher of a version manager, a start by it takes ten times as long. */
const interpreter = await run('python3', ['-c', 'import sys; print(sys.executable)']);

const hasPython = interpreter.status === 0;
if (!hasPython) console.warn('There is no python3, so the scripts in docs are not tested. Under CI this fails.');

/** Whether tests of scripts are left out. */
export const mayLackPython = !hasPython && process.env['CI'] === undefined;

export const runPython = (args: readonly string[]): Promise<Answer> => run(interpreter.out.trim() || 'python3', args);
