import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPools } from '#/db/connect.ts';
import { startEmbedded } from '#/db/embedded/index.ts';
import { isMigrated } from '#/db/compare-schema.ts';
import { migrate } from '#/db/migrate.ts';
import { schemaFolders, type SchemaFolders } from '#/db/schema-files.ts';
import { createEmptyDatabase } from '../world/database.ts';
import { createScratchFolder } from '../world/scratch-folder.ts';

type Files = Readonly<Record<string, string>>;

/** Returns a release of a schema: its migrations and its functions, each written as `name: statements`. */
async function releaseOf(migrations: Files, functions: Files = {}): Promise<SchemaFolders> {
  return { migrations: await folderOf(migrations), functions: await folderOf(functions) };
}

async function folderOf(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, statements] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), statements);
  }
  return folder;
}

const songs = { '0001-songs.sql': 'CREATE TABLE song (id bigint PRIMARY KEY);' };
const titles = { '0002-titles.sql': "ALTER TABLE song ADD COLUMN title text NOT NULL DEFAULT '';" };

/** Counts the songs by the present text of the function. */
const count = (says: string): Files => ({
  'songs/count_songs.sql': `CREATE OR REPLACE FUNCTION count_songs() RETURNS integer LANGUAGE sql AS 'SELECT ${says}';`,
});
/** Calls a function that comes after it. */
const first: Files = {
  'songs/first_song.sql': "CREATE OR REPLACE FUNCTION first_song() RETURNS text LANGUAGE sql AS 'SELECT title_of(1)';",
};
const titleOf: Files = {
  'songs/title_of.sql':
    'CREATE OR REPLACE FUNCTION title_of(p_id bigint) ' +
    "RETURNS text LANGUAGE sql AS 'SELECT title FROM song WHERE id = p_id';",
};

async function countedSongs(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>('SELECT count_songs() AS count');
  return rows[0]?.count;
}

test('every migration of the product applies to an empty database, and a second call applies nothing', async () => {
  await using database = await createEmptyDatabase();
  const applied = await migrate(database.ownerPool);
  expect(applied[0]).toBe('0001-foundations.sql');
  expect(applied).toContain('ledger/cast_vote_batch.sql');
  expect(await isMigrated(database.ownerPool)).toBe(true);
  expect(await migrate(database.ownerPool)).toEqual([]);
});

test('three replicas that start at once apply each file once', async () => {
  await using database = await createEmptyDatabase();
  const release = await releaseOf({ ...songs, ...titles }, { ...count('1'), ...first });
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.ownerPool, release)));
  expect(applied.flat().toSorted()).toEqual([
    '0001-songs.sql',
    '0002-titles.sql',
    'songs/count_songs.sql',
    'songs/first_song.sql',
  ]);
});

test('a failing migration is undone as a whole, and the ones before it stay', async () => {
  await using database = await createEmptyDatabase();
  const broken = { '0002-broken.sql': 'CREATE TABLE half (id int); SELECT * FROM nowhere;' };
  await expect(migrate(database.ownerPool, await releaseOf({ ...songs, ...broken }))).rejects.toThrow(
    /0002-broken\.sql failed and was undone: relation "nowhere" does not exist/,
  );
  const { rows } = await database.ownerPool.query(
    "SELECT to_regclass('song') IS NOT NULL AS song, to_regclass('half') IS NOT NULL AS half",
  );
  expect(rows).toEqual([{ song: true, half: false }]);
  expect(await migrate(database.ownerPool, await releaseOf({ ...songs, ...titles }))).toEqual(['0002-titles.sql']);
});

test('a migration that was edited after it had been applied is refused', async () => {
  await using database = await createEmptyDatabase();
  await migrate(database.ownerPool, await releaseOf(songs));
  const edited = await releaseOf({ '0001-songs.sql': 'CREATE TABLE song (id uuid PRIMARY KEY);' });
  await expect(migrate(database.ownerPool, edited)).rejects.toThrow(/0001-songs\.sql was edited/);
});

test('a database that is newer than the release is refused', async () => {
  await using database = await createEmptyDatabase();
  await migrate(database.ownerPool, await releaseOf({ ...songs, ...titles }));
  await expect(migrate(database.ownerPool, await releaseOf(songs))).rejects.toThrow(
    /has the migration 0002-titles\.sql, which this release does not know/,
  );
});

test('a new migration numbered before an applied one is refused', async () => {
  await using database = await createEmptyDatabase();
  await migrate(database.ownerPool, await releaseOf({ ...songs, '0003-later.sql': 'SELECT 1;' }));
  await expect(
    migrate(database.ownerPool, await releaseOf({ ...songs, ...titles, '0003-later.sql': 'SELECT 1;' })),
  ).rejects.toThrow(/0002-titles\.sql comes before 0003-later\.sql/);
});

test('a file without a number, and a number used twice, are refused', async () => {
  await using database = await createEmptyDatabase();
  await expect(migrate(database.ownerPool, await releaseOf({ 'songs.sql': '' }))).rejects.toThrow(
    /should be named like/,
  );
  await expect(migrate(database.ownerPool, await releaseOf({ ...songs, '0001-again.sql': '' }))).rejects.toThrow(
    /Two migrations have the number 0001/,
  );
});

test('an owner without superuser rights, as on managed servers, can migrate and work as the application', async () => {
  await using folder = await createScratchFolder();
  await using stack = new AsyncDisposableStack();
  const server = await startEmbedded({ dataDir: folder.path, settings: { fsync: 'off' } });
  stack.defer(() => server.stop());
  const superuser = createPools({ ownerUrl: server.ownerUrl });
  await superuser.ownerPool.query('CREATE ROLE tenant LOGIN CREATEROLE');
  await superuser.ownerPool.query('CREATE DATABASE tenant OWNER tenant');
  await superuser.end();

  const pools = createPools({ ownerUrl: `postgres://tenant@/tenant?host=${encodeURIComponent(server.socketDir)}` });
  stack.defer(() => pools.end());
  await migrate(pools.ownerPool);
  const { rows } = await pools.appPool.query('SELECT current_user AS role, count(*) AS fans FROM fan');
  expect(rows).toEqual([{ role: 'lightstick_app', fans: 0 }]);
  await expect(pools.appPool.query('DELETE FROM ledger.transfer')).rejects.toThrow(/permission denied/);
});

describe('functions', () => {
  test('of the product name existing objects', async () => {
    await using database = await createEmptyDatabase();
    await migrate(database.ownerPool);
    const names = (await readdir(schemaFolders.functions, { recursive: true })).filter((name) => name.endsWith('.sql'));
    const client = await database.ownerPool.connect();
    try {
      // Bodies are looked at now, as they could not be while functions came one after the other.
      await client.query('SET check_function_bodies = on');
      for (const name of names) await client.query(await readFile(join(schemaFolders.functions, name), 'utf8'));
    } finally {
      client.release(true);
    }
    expect(names.length).toBeGreaterThan(40);
  });

  test('of the product that work as the owner, or on the ledger, may be called by the named roles alone', async () => {
    await using database = await createEmptyDatabase();
    await migrate(database.ownerPool);
    const { rows } = await database.ownerPool.query(
      `SELECT p.oid::regprocedure::text AS name
         FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = 'ledger' OR (n.nspname = 'public' AND p.prosecdef AND p.prorettype <> 'trigger'::regtype)
        GROUP BY p.oid, p.proacl, p.proowner
       HAVING bool_or(EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
         WHERE grantee = 0))`,
    );
    expect(rows).toEqual([]);
  });

  test('are applied after the migrations, in any order, and again when they are edited', async () => {
    await using database = await createEmptyDatabase();
    const migrations = { ...songs, ...titles };
    const before = await releaseOf(migrations, { ...count('1'), ...first, ...titleOf });
    expect(await migrate(database.ownerPool, before)).toHaveLength(5);
    expect(await migrate(database.ownerPool, before)).toEqual([]);
    const edited = await releaseOf(migrations, { ...count('2'), ...first, ...titleOf });
    expect(await migrate(database.ownerPool, edited)).toEqual(['songs/count_songs.sql']);
    expect(await countedSongs(database.ownerPool)).toBe(2);
  });

  test('that were dropped come back', async () => {
    await using database = await createEmptyDatabase();
    const release = await releaseOf(songs, count('1'));
    await migrate(database.ownerPool, release);
    await database.ownerPool.query('DROP FUNCTION count_songs');
    expect(await migrate(database.ownerPool, release)).toEqual(['songs/count_songs.sql']);
    expect(await countedSongs(database.ownerPool)).toBe(1);
  });

  test('are left as they were, all of them, when one fails', async () => {
    await using database = await createEmptyDatabase();
    await migrate(database.ownerPool, await releaseOf(songs, { ...count('1'), ...first }));
    const broken = { 'songs/title_of.sql': 'CREATE OR REPLACE FUNCTION title_of() RETURNS nothing LANGUAGE sql;' };
    const release = await releaseOf({ ...songs, ...titles }, { ...count('2'), ...first, ...broken });
    await expect(migrate(database.ownerPool, release)).rejects.toThrow(
      'songs/title_of.sql failed and no function was changed: type "nothing" does not exist',
    );
    expect(await countedSongs(database.ownerPool)).toBe(1);
    expect(await isMigrated(database.ownerPool, release)).toBe(false);
    const mended = await releaseOf({ ...songs, ...titles }, { ...count('2'), ...first, ...titleOf });
    expect(await migrate(database.ownerPool, mended)).toEqual(['songs/count_songs.sql', 'songs/title_of.sql']);
    expect(await isMigrated(database.ownerPool, mended)).toBe(true);
  });

  test('never exist beside a former signature of the same name', async () => {
    await using database = await createEmptyDatabase();
    await migrate(database.ownerPool, await releaseOf(songs, count('1')));
    const withArgument =
      "CREATE FUNCTION count_songs(p_of text DEFAULT '') RETURNS integer LANGUAGE sql AS 'SELECT 2';";
    const beside = { 'songs/count_songs.sql': withArgument };
    await expect(migrate(database.ownerPool, await releaseOf(songs, beside))).rejects.toThrow(
      'songs/count_songs.sql failed and no function was changed: ' +
        'a former signature is left, which the file has to drop',
    );
    expect(await countedSongs(database.ownerPool)).toBe(1);

    const instead = { 'songs/count_songs.sql': `DROP FUNCTION IF EXISTS count_songs(); ${withArgument}` };
    await migrate(database.ownerPool, await releaseOf(songs, instead));
    // As the release before calls it.
    expect(await countedSongs(database.ownerPool)).toBe(2);
  });

  test('are named as their files', async () => {
    await using database = await createEmptyDatabase();
    const other = { 'songs/number_of_songs.sql': count('1')['songs/count_songs.sql'] ?? '' };
    await expect(migrate(database.ownerPool, await releaseOf(songs, other))).rejects.toThrow(
      'songs/number_of_songs.sql failed and no function was changed: it does not define the function',
    );
    await expect(migrate(database.ownerPool, await releaseOf(songs, { 'count.sql': '' }))).rejects.toThrow(
      /should be named like ledger\/name_of_function\.sql/,
    );
  });

  test('of the previous release return with it, unless a migration forbids it', async () => {
    await using database = await createEmptyDatabase();
    const before = await releaseOf(songs, count('1'));
    const withNewText = await releaseOf(songs, { ...count('2'), ...first });
    await migrate(database.ownerPool, before);
    await migrate(database.ownerPool, withNewText);
    expect(await migrate(database.ownerPool, before)).toEqual(['songs/count_songs.sql']);
    expect(await countedSongs(database.ownerPool)).toBe(1);
    // Either text serves both releases, so the newer one goes on.
    expect(await isMigrated(database.ownerPool, withNewText)).toBe(true);

    await migrate(database.ownerPool, await releaseOf({ ...songs, ...titles }, count('3')));
    await expect(migrate(database.ownerPool, before)).rejects.toThrow(
      /0002-titles\.sql, which this release does not know/,
    );
    expect(await countedSongs(database.ownerPool)).toBe(3);
  });
});
