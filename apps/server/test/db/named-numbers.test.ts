import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lockClasses } from '#/db/lock-classes.ts';
import { createDatabase } from '../world/database.ts';

/** Files of `apps/server` with their texts. */
async function read(pattern: string): Promise<{ readonly file: string; readonly text: string }[]> {
  const files = await Array.fromAsync(glob(pattern, { cwd: new URL('../..', import.meta.url) }));
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(new URL(`../../${file}`, import.meta.url), 'utf8') })),
  );
}

test('the classes of advisory locks are those of SQL, and no function takes another', async () => {
  await using database = await createDatabase();
  const { rows } = await database.ownerPool.query<{ name: string; class: number }>('SELECT * FROM lock_classes()');
  expect(Object.fromEntries(rows.map((row) => [row.name, row.class]))).toEqual(lockClasses);
  expect(new Set(Object.values(lockClasses)).size).toBe(rows.length);

  const taken = (await read('sql/**/*.sql')).flatMap(({ file, text }) =>
    [...text.matchAll(/pg_\w*advisory\w*\((\d+),/g)].map(([, number]) => [file, Number(number)] as const),
  );
  expect(taken.length).toBeGreaterThan(10);
  expect(taken.filter(([, number]) => !rows.some((row) => row.class === number))).toEqual([]);
});

test('TypeScript names locks and reasons instead of numbering them', async () => {
  const numbered = /\b77\d\d\b|advisory\w*\(\d|\breason (?:=|<>|in) \(?\d/i;
  const sources = (await read('src/**/*.ts')).filter(
    ({ file }) => file !== 'src/db/lock-classes.ts' && !file.endsWith('.test.ts'),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(({ text }) => numbered.test(text)).map(({ file }) => file)).toEqual([]);
});
