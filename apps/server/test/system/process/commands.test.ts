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

it('A command creates no missing database, because it would find an empty one in order.', async () => {
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

it('A check of a missing folder, or one without a content pack, says what is expected, once.', async () => {
  await using folder = await createScratchFolder();
  const missing = join(folder.path, 'missing');
  const { code, errors } = await run('content.ts', ['check', missing], {});
  expect([code, errors.split('\n')[0]]).toEqual([
    1,
    `${missing} is not there; expected the folder of a content pack, such as content/demo`,
  ]);
  const empty = await run('content.ts', ['check', folder.path], {});
  expect(empty.errors).toContain(`${folder.path} is no content pack; expected a folder with pack.yaml`);
  expect(empty.errors).toContain('1 problem;');
});

it('The command that moves an end explains itself, and refuses wrong words without a database.', async () => {
  expect(await run('election.ts', ['--help'], {})).toMatchObject({
    code: 0,
    output: expect.stringContaining('move-end ID TIME'),
  });
  for (const words of [[], ['move-end', '1004'], ['move-end', '1004', '2099-01-01T00:00:00Z']]) {
    expect(await run('election.ts', words, {})).toMatchObject({ code: 2, output: '' });
  }
});
