import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runLightstick } from '../../world/run-lightstick.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';

const demo = resolve(import.meta.dirname, '../../../../../content/demo');

/** The names of the commands that a help text lists. */
function commandsIn(help: string): string[] {
  const listed = help.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '';
  return [...listed.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => String(name)).filter((name) => name !== 'help');
}

it('Every command explains itself, and refuses a word that it does not know.', async () => {
  const help = await runLightstick(['--help']);
  expect(help).toMatchObject({ code: 0, errors: '' });
  const names = commandsIn(help.output);
  expect(names.length).toBeGreaterThan(6);
  const explained = await Promise.all(names.map((name) => runLightstick([name, '--help'])));
  for (const [index, { code, output }] of explained.entries()) {
    expect([code, output]).toEqual([0, expect.stringContaining(`Usage: lightstick ${names[index]}`)]);
    expect(output).toContain('--json');
  }
  for (const words of [['nonsense'], ['operator', 'nonsense'], ['analytics', '--nonsense'], []]) {
    const refused = await runLightstick(words);
    expect(refused).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('Usage: lightstick') });
  }
});

it('A command creates no missing database, because it would find an empty one in order.', async () => {
  await using folder = await createScratchFolder();
  const asked = [
    ['ledger', 'check'],
    ['analytics'],
    ['operator', 'add', 'mika', '--role', 'editor'],
    ['content', 'apply', demo],
  ];
  for (const words of asked) {
    expect(await runLightstick(words, { DATA_DIR: folder.path })).toEqual({
      code: 1,
      output: '',
      errors: `There is no database in ${folder.path}: set DATABASE_URL, or start the server first.\n`,
    });
  }
  expect(existsSync(join(folder.path, 'postgres'))).toBe(false);
});

it('A command reads the file of settings that it is given, and says when there is none.', async () => {
  await using folder = await createScratchFolder();
  const settings = join(folder.path, 'lightstick.env');
  const words = ['ledger', 'check', '--settings', settings];
  expect(await runLightstick(words)).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(settings) });
  await writeFile(settings, `DATA_DIR=${folder.path}\n`);
  const { code, errors } = await runLightstick(words);
  expect([code, errors]).toEqual([1, expect.stringContaining(`There is no database in ${folder.path}`)]);
});

it('A start and a command say in one line that the database of the file of settings does not answer.', async () => {
  await using folder = await createScratchFolder();
  const settings = join(folder.path, 'lightstick.env');
  await writeFile(settings, `DATABASE_URL=postgresql://kelp@127.0.0.1:1/kelp\nDATA_DIR=${folder.path}\n`);
  for (const words of [['start'], ['operator', 'list']]) {
    const { code, errors } = await runLightstick(['--settings', settings, ...words]);
    expect([code, errors.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('PostgreSQL does not answer at the address of DATABASE_URL.')],
    ]);
  }
});

it('A check of a missing folder, or one without a content pack, says what is expected, once.', async () => {
  await using folder = await createScratchFolder();
  const missing = join(folder.path, 'missing');
  const { code, errors } = await runLightstick(['content', 'check', missing]);
  expect([code, errors.split('\n')[0]]).toEqual([
    1,
    `${missing} is not there; expected the folder of a content pack, such as content/demo`,
  ]);
  const empty = await runLightstick(['content', 'check', folder.path]);
  expect(empty.errors).toContain(`${folder.path} is no content pack; expected a folder with pack.yaml`);
  expect(empty.errors).toContain('1 problem;');
  const json = await runLightstick(['content', 'check', folder.path, '--json']);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.output)).toMatchObject({ problems: [expect.any(Object)] });
});

it('A check of a copied demo names the pages that still have its words, and no other.', async () => {
  await using folder = await createScratchFolder();
  await cp(demo, folder.path, { recursive: true });
  const about = join(folder.path, 'pages/about-us.en_US.md');
  await writeFile(about, (await readFile(about, 'utf8')).replace('light', 'lamp'));
  const { code, output } = await runLightstick(['content', 'check', folder.path]);
  expect([code, output]).toEqual([0, expect.stringContaining('pages/about-us.zh_TW.md, ')]);
  expect(output).not.toContain('about-us.en_US.md');
  expect((await runLightstick(['content', 'check', demo])).output).not.toContain('Still the demo’s own words');
});

it('The command that moves an end refuses wrong words without a database.', async () => {
  const move = ['election', 'move-end', '1004', '2099-01-01T00:00:00Z'];
  const wrong = [['election'], move.slice(0, 3), move, [...move, '--why', 'A test', '--reason', 'en_US=A test']];
  for (const words of wrong) expect(await runLightstick(words)).toMatchObject({ code: 2, output: '' });
});
