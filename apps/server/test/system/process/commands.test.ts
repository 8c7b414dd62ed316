import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { cleanEnvironment } from '../../../../../bench/world/clean-environment.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';

const commands = resolve(import.meta.dirname, '../../../src/commands');

function run(command: string, words: readonly string[], environment: Record<string, string>) {
  const env = { ...cleanEnvironment(), ...environment };
  return new Promise<{ code: number; output: string; errors: string }>((settle) => {
    const child = execFile(process.execPath, [join(commands, command), ...words], { env }, (_, output, errors) =>
      settle({ code: child.exitCode ?? -1, output, errors }),
    );
  });
}

it('A command makes no database where there is none: it would say of an empty one that all is well.', async () => {
  await using folder = await createScratchFolder();
  const asked = [
    ['ledger-check.ts'],
    ['analytics.ts'],
    ['operator.ts', 'add', 'mika', '--role', 'editor'],
    ['content.ts', 'apply', 'content/demo'],
  ] as const;
  for (const [command, ...words] of asked) {
    expect(await run(command, words, { DATA_DIR: folder.path })).toEqual({
      code: 1,
      output: '',
      errors: `There is no database in ${folder.path}: set DATABASE_URL, or start the server first.\n`,
    });
  }
  expect(existsSync(join(folder.path, 'postgres'))).toBe(false);
});
