import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lockClasses } from '#/db/lock-classes.ts';
import { poolKinds } from '#/db/pool-kinds.ts';
import { suspicionFlags } from '#/modules/quarantine/suspicion.ts';
import { createDatabase } from '../world/database.ts';

/** A kind in the text of a statement, compared with that of a pool or passed to `ledger.ensure_pool`. */
const kindInStatement = /\b(?:[pq]|pool)\.kind (?:=|<>|in \() ?'(\w+)'|ensure_pool\([^,()]+, '(\w+)'/gi;

/** Reads the files of `apps/server` with their texts. */
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

test('the kinds of pools are those that the ledger takes, and no statement names another', async () => {
  await using database = await createDatabase();
  const { rows } = await database.ownerPool.query<{ check: string }>(
    `SELECT pg_get_constraintdef(oid) AS check FROM pg_constraint
      WHERE conrelid = 'ledger.pool'::regclass AND conname = 'pool_kind_check'`,
  );
  expect(rows[0]?.check.match(/(?<=')\w+(?=')/g)?.toSorted()).toEqual(Object.keys(poolKinds).toSorted());
  expect(Object.values(poolKinds)).toEqual(Object.keys(poolKinds));

  const named = [...(await read('sql/**/*.sql')), ...(await read('src/**/*.sql'))].flatMap(({ file, text }) =>
    [...text.matchAll(kindInStatement)].map(([, compared, ensured]) => [file, compared ?? ensured ?? ''] as const),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(([, kind]) => !Object.keys(poolKinds).includes(kind))).toEqual([]);
});

test('the flags of suspicions are those that a transfer takes', async () => {
  await using database = await createDatabase();
  const { rows } = await database.ownerPool.query<{ check: string }>(
    `SELECT pg_get_constraintdef(oid) AS check FROM pg_constraint
      WHERE conrelid = 'ledger.transfer'::regclass AND conname = 'transfer_flag_check'`,
  );
  const flags = Object.values(suspicionFlags).toSorted((one, other) => one - other);
  expect(rows[0]?.check.match(/\d+/g)?.map(Number)).toEqual([flags[0], flags.at(-1)]);
  expect(flags.at(-1)).toBe(flags.length);
});

test('TypeScript takes locks, reasons and kinds of pools from their lists', async () => {
  const numbered = /\b77\d\d\b|advisory\w*\(\d|\breason (?:=|<>|in) \(?\d/i;
  const sources = (await read('src/**/*.ts')).filter(
    ({ file }) => file !== 'src/db/lock-classes.ts' && !file.endsWith('.test.ts'),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter(({ text }) => numbered.test(text)).map(({ file }) => file)).toEqual([]);
  expect(sources.filter(({ text }) => text.search(kindInStatement) >= 0).map(({ file }) => file)).toEqual([]);
});
