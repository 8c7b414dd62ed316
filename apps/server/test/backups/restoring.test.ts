import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { occupyDataFolder, startServer } from '#/cluster/start-server.ts';
import { parseSettings, type Settings } from '#/config/settings.ts';
import { createPools } from '#/db/connect.ts';
import { isMigrated } from '#/db/compare-schema.ts';
import { claimDataFolder } from '#/db/embedded/index.ts';
import { migrate } from '#/db/migrate.ts';
import { hasForeignTransactionIds } from '#/db/portable/transaction-ids.ts';
import { schemaFolders } from '#/db/schema-files.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { readHold } from '#/modules/backups/hold.store.ts';
import { restoreBackup, restoreToDatabase, takeBackup } from '#/modules/backups/index.ts';
import { unpackBackup } from '#/modules/backups/unpack-backup.ts';
import { createEmptyDatabase } from '../world/database.ts';
import { runLightstick } from '../world/run-lightstick.ts';
import { createScratchFolder, type ScratchFolder } from '../world/scratch-folder.ts';

const lastOfBefore = '0046-shown-badges.sql';
const log = createLog('silent');
const neverErase = () => Promise.reject(new Error('A failed restore erases no fan'));

let folder: ScratchFolder;
/** A database of a release that knew no hold, a backup of it, and an empty database. */
let old: Awaited<ReturnType<typeof createEmptyDatabase>>;
let file: string;
let target: typeof old;
/** Those of the platform that is restored. */
let settings: Settings;
beforeAll(async () => {
  [folder, old, target] = await Promise.all([createScratchFolder(), createEmptyDatabase(), createEmptyDatabase()]);
  const [migrations, functions] = [join(folder.path, 'migrations'), join(folder.path, 'functions')];
  await mkdir(migrations);
  for (const name of await readdir(schemaFolders.migrations)) {
    if (name <= lastOfBefore) await cp(join(schemaFolders.migrations, name), join(migrations, name));
  }
  await cp(schemaFolders.functions, functions, { recursive: true });
  // The one function that needs a later table.
  await rm(join(functions, 'ledger/refuse_while_held.sql'));
  await migrate(old.ownerPool, { migrations, functions });

  const settingsOf = (name: string, { url }: typeof old) => {
    const folders = { DATA_DIR: join(folder.path, name), BACKUP_FOLDER: join(folder.path, 'backups') };
    const given = { NODE_ENV: 'test', PORT: '0', DATABASE_URL: url, ...folders };
    return { ...parseSettings(given, folder.path), contentDir: undefined };
  };
  settings = settingsOf('data', target);
  const of = settingsOf('old', old);
  await mkdir(join(of.dataDir, 'avatars'), { recursive: true });
  await writeFile(join(of.dataDir, 'avatars', 'a-portrait.webp'), 'a portrait');
  const { ownerPool, url: ownerUrl } = old;
  const wish = { settings: of, folder: of.backups.folder, keep: 1, clock: systemClock };
  ({ path: file } = await takeBackup({ ...wish, ownerPool, ownerUrl }));
});
afterAll(async () => {
  await Promise.all([folder, old, target].map((one) => one[Symbol.asyncDispose]()));
});

const lastMigration = async ({ ownerPool }: typeof old) =>
  (await ownerPool.query<{ last: string }>('SELECT max(name) AS last FROM migration')).rows[0]?.last;

describe('A backup of a release that knew no hold', () => {
  it('is held, and keeps its files, by the transaction that loads it, whatever fails after that.', async () => {
    const { ownerPool } = target;
    // Functions that are made after that transaction fail.
    await ownerPool.query(`
      CREATE FUNCTION refuse_later() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        IF to_regclass('public.migration') IS NULL THEN RETURN; END IF;
        IF EXISTS (SELECT FROM public.migration WHERE xmin::text <> pg_current_xact_id()::xid::text) THEN
          RAISE EXCEPTION 'no function is made any more';
        END IF;
      END $$;
      CREATE EVENT TRIGGER refuse_later ON ddl_command_start WHEN TAG IN ('CREATE FUNCTION')
        EXECUTE FUNCTION refuse_later()`);
    const pools = createPools({ ownerUrl: target.url });
    const given = { settings, clock: systemClock, eraseAgain: neverErase };
    const restoring = restoreToDatabase({ ...given, file, pools, withFiles: true, keepSchema: false });
    await expect(restoring).rejects.toMatchObject({
      name: 'FailedAfterRestore',
      message: expect.stringMatching(/^The backup is restored and held, but .*no function is made any more\nDo not/s),
    });
    await pools.end();
    expect(await readHold(ownerPool)).toMatchObject({ reason: expect.stringMatching(/^Restored from lightstick-/) });
    expect(await readFile(join(settings.dataDir, 'avatars', 'a-portrait.webp'), 'utf8')).toBe('a portrait');
    expect(await readdir(settings.dataDir)).toEqual(['avatars']);

    await ownerPool.query('DROP EVENT TRIGGER refuse_later; DROP FUNCTION refuse_later');
    await migrate(ownerPool);
    expect(await isMigrated(ownerPool)).toBe(true);
  });

  it('is healthy when a server serves it, and no restore replaces the data folder of that server.', async () => {
    const server = await startServer(settings, log);
    try {
      const health = await runLightstick(['health', '--json'], { PORT: String(server.port) });
      expect(health).toMatchObject({ code: 0, output: expect.stringContaining('"status": "held"') });
      const { dataDir } = settings;
      const restoring = restoreBackup({ file, dataDir, settings, clock: systemClock, log, eraseAgain: neverErase });
      await expect(restoring).rejects.toThrow(`A server or a database runs in ${dataDir}: stop it`);
    } finally {
      await server.stop();
    }
    const claim = await claimDataFolder(settings.dataDir);
    expect(claim).toBeDefined();
    await expect(startServer(settings, log)).rejects.toThrow('A restore is replacing');
    claim?.release();
  });

  it('is served where the file system has no lock as well, and the log says what that means.', async () => {
    const warn = vi.spyOn(log, 'warn');
    const lock = await occupyDataFolder({ ...settings, dataDir: join(file, 'below') }, log);
    lock[Symbol.dispose]();
    const words = 'the data folder cannot be locked: a restore does not see this server';
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.anything(), words);
  });
});

describe('A restore says in words', () => {
  it('that no database answers, and that its file cannot be reached.', async () => {
    const silent = 'postgres://owner@127.0.0.1:9/lightstick';
    const [unanswered, below] = await Promise.all([
      runLightstick(['restore', file], { DATABASE_URL: silent, DATA_DIR: settings.dataDir }),
      runLightstick(['restore', join(file, 'below'), '--to', join(folder.path, 'new')]),
    ]);
    const end = String.raw`[^\n]*\nNothing was restored, and nothing was changed\.\n$`;
    for (const [refused, words] of [
      [unanswered, 'PostgreSQL does not answer'],
      [below, 'ENOTDIR: not a directory'],
    ] as const) {
      expect(refused).toMatchObject({ code: 1, errors: expect.stringMatching(new RegExp(`^${words}${end}`)) });
    }
  });

  it('that its file is a folder or missing, and not so when something else is missing.', async () => {
    const take = () => readFile(join(folder.path, 'gone')).then(() => undefined);
    const wish = { file, passphrase: undefined, filesFolder: undefined, prepare: () => Promise.resolve(take) };
    await expect(unpackBackup(wish)).rejects.toMatchObject({ code: 'ENOENT', message: /gone/ });
    await expect(unpackBackup({ ...wish, file: `${file}.missing` })).rejects.toThrow('There is no such backup');
    await expect(unpackBackup({ ...wish, file: folder.path })).rejects.toThrow('is a folder: name the file');
  });
});

describe('An adoption', () => {
  const adopt = async () => {
    const { code, output } = await runLightstick(['database', 'adopt', '--json'], {
      DATABASE_URL: old.url,
      DATA_DIR: join(folder.path, 'adopted'),
    });
    return [code, JSON.parse(output)];
  };

  it('that is not needed changes nothing; one that is needed names what it applied, and holds.', async () => {
    await using empty = await createEmptyDatabase();
    expect(await hasForeignTransactionIds(empty.ownerPool)).toBe(false);
    expect(await adopt()).toEqual([0, { adopted: false, isHeld: false }]);
    expect(await lastMigration(old)).toBe(lastOfBefore);

    await old.ownerPool.query(`ALTER TABLE points_earned_cursor DISABLE TRIGGER USER;
      UPDATE points_earned_cursor SET xid = '999999999';
      ALTER TABLE points_earned_cursor ENABLE TRIGGER USER`);
    const applied = expect.arrayContaining(['0047-held-platform.sql']);
    expect(await adopt()).toEqual([0, { adopted: true, applied, invariants: expect.any(Number), isHeld: true }]);
  });
});
