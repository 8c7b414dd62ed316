import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPools } from '#/db/connect.ts';
import { startEmbedded } from '#/db/embedded/index.ts';
import { migrate } from '#/db/migrate.ts';
import { createEmptyDatabase } from './world/database.ts';
import { createScratchFolder } from './world/scratch-folder.ts';

/** A folder of migrations, each written as `name: statements`. */
async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, statements] of Object.entries(files)) await writeFile(join(folder, name), statements);
  return folder;
}

const songs = { '0001-songs.sql': 'CREATE TABLE song (id bigint PRIMARY KEY);' };
const titles = { '0002-titles.sql': "ALTER TABLE song ADD COLUMN title text NOT NULL DEFAULT '';" };

test('every migration of the product applies to an empty database, and a second call applies nothing', async () => {
  await using database = await createEmptyDatabase();
  const applied = await migrate(database.ownerPool);
  expect(applied[0]).toBe('0001-foundations.sql');
  expect(await migrate(database.ownerPool)).toEqual([]);
});

test('three replicas that start at once apply each migration once', async () => {
  await using database = await createEmptyDatabase();
  const folder = await folderOf({ ...songs, ...titles });
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.ownerPool, folder)));
  expect(applied.flat().toSorted()).toEqual(['0001-songs.sql', '0002-titles.sql']);
});

test('a failing migration is undone as a whole, and the ones before it stay', async () => {
  await using database = await createEmptyDatabase();
  const broken = { '0002-broken.sql': 'CREATE TABLE half (id int); SELECT * FROM nowhere;' };
  await expect(migrate(database.ownerPool, await folderOf({ ...songs, ...broken }))).rejects.toThrow(
    /0002-broken\.sql failed and was undone: relation "nowhere" does not exist/,
  );
  const { rows } = await database.ownerPool.query(
    "SELECT to_regclass('song') IS NOT NULL AS song, to_regclass('half') IS NOT NULL AS half",
  );
  expect(rows).toEqual([{ song: true, half: false }]);
  expect(await migrate(database.ownerPool, await folderOf({ ...songs, ...titles }))).toEqual(['0002-titles.sql']);
});

test('a migration that was edited after it had been applied is refused', async () => {
  await using database = await createEmptyDatabase();
  await migrate(database.ownerPool, await folderOf(songs));
  const edited = await folderOf({ '0001-songs.sql': 'CREATE TABLE song (id uuid PRIMARY KEY);' });
  await expect(migrate(database.ownerPool, edited)).rejects.toThrow(/0001-songs\.sql was edited/);
});

test('a database that is newer than the release is refused', async () => {
  await using database = await createEmptyDatabase();
  await migrate(database.ownerPool, await folderOf({ ...songs, ...titles }));
  await expect(migrate(database.ownerPool, await folderOf(songs))).rejects.toThrow(
    /has the migration 0002-titles\.sql, which this release does not know/,
  );
});

test('a new migration numbered before an applied one is refused', async () => {
  await using database = await createEmptyDatabase();
  await migrate(database.ownerPool, await folderOf({ ...songs, '0003-later.sql': 'SELECT 1;' }));
  await expect(
    migrate(database.ownerPool, await folderOf({ ...songs, ...titles, '0003-later.sql': 'SELECT 1;' })),
  ).rejects.toThrow(/0002-titles\.sql comes before 0003-later\.sql/);
});

test('a file without a number, and a number used twice, are refused', async () => {
  await using database = await createEmptyDatabase();
  await expect(migrate(database.ownerPool, await folderOf({ 'songs.sql': '' }))).rejects.toThrow(
    /should be named like/,
  );
  await expect(migrate(database.ownerPool, await folderOf({ ...songs, '0001-again.sql': '' }))).rejects.toThrow(
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
