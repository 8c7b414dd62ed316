import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createEraseAgain } from '#/app.ts';
import { prepareDatabase } from '#/cluster/start-server.ts';
import { parseSettings, type Settings } from '#/config/settings.ts';
import { hasCluster } from '#/db/embedded/index.ts';
import { openDatabase, type OpenDatabase, openUnmigrated } from '#/db/open-database.ts';
import { knownMigrations } from '#/db/compare-schema.ts';
import { installQueue } from '#/jobs/queue.ts';
import { systemClock } from '#/lib/clock.ts';
import { readArchive } from '#/lib/read-archive.ts';
import { writeArchive } from '#/lib/write-archive.ts';
import { createLog } from '#/log.ts';
import {
  backUpBeforeMigrations,
  drill,
  restoreBackup,
  restoreToDatabase,
  takeBackup,
} from '#/modules/backups/index.ts';
import { cleanEnvironment } from '../../../../../bench/world/clean-environment.ts';
import { contentDir } from '../../../../../bench/world/given-election.ts';
import { runLightstick } from '../../world/run-lightstick.ts';
import { createScratchFolder, type ScratchFolder } from '../../world/scratch-folder.ts';
import { digestOf } from './given-platform.ts';

const run = promisify(execFile);
const log = createLog('silent');
const scryptWork = 10;
const passphrase = 'a sentence that this test alone knows';
let scratch: ScratchFolder;
let environment: Record<string, string>;
let settings: Settings;
let database: OpenDatabase;
const inScratch = (name: string) => join(scratch.path, name);
const backupsOf = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('lightstick-'));

beforeAll(async () => {
  scratch = await createScratchFolder();
  environment = {
    NODE_ENV: 'test',
    DATA_DIR: inScratch('data'),
    BACKUP_FOLDER: inScratch('backups'),
    BACKUP_PASSPHRASE: passphrase,
    CONTENT_DIR: contentDir,
  };
  settings = parseSettings(environment, scratch.path);
  database = await openDatabase(settings, log, installQueue);
  await prepareDatabase(database.pools, settings, log);
});

afterAll(() => scratch[Symbol.asyncDispose]());

const backUp = (keep = 14) => {
  const { ownerUrl, pools } = database;
  const { folder } = settings.backups;
  return takeBackup({ ownerUrl, ownerPool: pools.ownerPool, settings, folder, keep, clock: systemClock, scryptWork });
};

const given = () => ({ settings, clock: systemClock, log, eraseAgain: createEraseAgain(settings) });

/** Runs the command line where no file grows beyond a megabyte: the system then says what a full disk says. */
function runOnFullDisk(words: readonly string[]) {
  const program = resolve(import.meta.dirname, '../../../bin/lightstick');
  const env = { ...cleanEnvironment(), ...environment };
  return new Promise<{ code: number; errors: string }>((settle) => {
    const shell = ['-c', 'ulimit -f 2000; exec "$@"', 'sh', program, ...words];
    const child = execFile('/bin/sh', shell, { env }, (_, __, errors) =>
      settle({ code: child.exitCode ?? -1, errors }),
    );
  });
}

describe('A drill', () => {
  it('restores and checks the newest backup beside the platform, and its outcome is kept.', async () => {
    const { ownerPool } = database.pools;
    const wish = { ...given(), folder: settings.backups.folder, ownerPool };
    await expect(drill(wish)).rejects.toThrow(`There is no backup in ${settings.backups.folder}.`);
    const { path } = await backUp();
    const report = await drill(wish);
    expect(report).toMatchObject({ file: path, erasedAgain: { erased: 0 } });
    expect([report.indexes, report.invariants ?? 0].every((count) => count > 50)).toBe(true);
    expect((await readdir(settings.dataDir)).filter((name) => name.startsWith('drill-'))).toEqual([]);
    const { rows } = await ownerPool.query('SELECT kind, failure IS NULL AS ok FROM backup_run ORDER BY id');
    expect(rows).toEqual([
      { kind: 'drill', ok: false },
      { kind: 'backup', ok: true },
      { kind: 'drill', ok: true },
    ]);
  });
});

describe('A backup', () => {
  it('on a full disk is refused and leaves nothing.', async () => {
    const folder = inScratch('full');
    await mkdir(folder);
    const refused = await runOnFullDisk(['backup', '--to', folder]);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(`The disk of ${folder} is full.`) });
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes those of which enough newer ones are kept, and shows others nothing of the platform.', async () => {
    const before = await backupsOf(settings.backups.folder);
    const taken = await backUp(1);
    expect(taken.removed).toEqual(before);
    const bytes = await readFile(taken.path, 'latin1');
    expect([bytes.startsWith('age-encryption.org/v1\n-> scrypt '), bytes.includes('cluster/')]).toEqual([true, false]);
  });
});

/** Writes the beginning of a backup that a later release would make. */
async function writeNewer(file: string, path: string): Promise<void> {
  let head: { migrations: string[] } | undefined;
  await readArchive(file, { passphrase }, async ({ content }) => {
    head = (await json(content)) as { migrations: string[] };
    return 'stop';
  });
  const migrations = [...(head?.migrations ?? []), '9999-tomorrow.sql'];
  const text = Buffer.from(JSON.stringify({ ...head, migrations, release: { version: '99.0.0', commit: null } }));
  await writeArchive(path, { passphrase, scryptWork }, (archive) => archive.addFile('head.json', text.length, text));
}

describe('A restore changes nothing when it refuses', () => {
  const restore = (file: string, secret: string = passphrase) => {
    const backups = { ...settings.backups, passphrase: secret };
    return restoreBackup({ ...given(), settings: { ...settings, backups }, file, dataDir: settings.dataDir });
  };

  it('a folder in use, a file that cannot be read or is of a newer release, and a full disk.', async () => {
    const [name = ''] = await backupsOf(settings.backups.folder);
    const file = join(settings.backups.folder, name);
    await expect(restore(file)).rejects.toThrow('A server or a database runs in');
    await database[Symbol.asyncDispose]();

    const before = await digestOf(settings.dataDir);
    const [cut, changed, other, newer] = ['cut', 'changed', 'other', 'newer'].map(inScratch) as [
      string,
      string,
      string,
      string,
    ];
    await copyFile(file, cut);
    await truncate(cut, 1_000_000);
    const bytes = await readFile(file);
    bytes[700_000] = (bytes[700_000] ?? 0) ^ 1;
    await writeFile(changed, bytes);
    await writeFile(other, 'a letter');
    await writeNewer(file, newer);
    await expect(restore(file, 'another sentence, which is wrong')).rejects.toThrow(
      'encrypted with another passphrase',
    );
    await expect(restore(cut)).rejects.toThrow('is not complete: its end is missing');
    await expect(restore(changed)).rejects.toThrow('was changed after it was written');
    await expect(restore(other)).rejects.toThrow('is no backup');
    await expect(restore(inScratch('missing'))).rejects.toThrow('There is no such backup');
    await expect(restore(newer)).rejects.toThrow(
      'newer release (99.0.0): its database has the migration 9999-tomorrow',
    );
    const intoDatabase = { ...given(), file, pools: database.pools, withFiles: true, keepSchema: false };
    await expect(restoreToDatabase(intoDatabase)).rejects.toThrow('has the files of an embedded PostgreSQL');
    await mkdir(inScratch('used/avatars'), { recursive: true });
    await writeFile(inScratch('used/avatars/of-a-fan.webp'), 'a portrait');
    const ofOthers = { ...intoDatabase, settings: { ...settings, dataDir: inScratch('used') } };
    await expect(restoreToDatabase(ofOthers)).rejects.toThrow('avatars is not empty, and would be mixed');
    expect(await readdir(inScratch('used'))).toEqual(['avatars']);
    const full = await runOnFullDisk(['restore', file, '--to', settings.dataDir]);
    expect(full).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/is full\. The backup needs about[^]*Nothing was/),
    });
    expect(await digestOf(settings.dataDir)).toBe(before);
    expect((await readdir(scratch.path)).filter((entry) => /restor/.test(entry))).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('A data folder in its fixed place', () => {
  const program = resolve(import.meta.dirname, '../../../bin/lightstick');
  const newestBackup = async () => join(settings.backups.folder, (await backupsOf(settings.backups.folder))[0] ?? '');

  it('is filled, as a mount point, when it is empty; a killed restore leaves nothing that starts.', async () => {
    const [folder, file] = [inScratch('mounted'), await newestBackup()];
    await mkdir(folder);
    await run('mount', ['--bind', folder, folder]);
    onTestFinished(() => run('umount', [folder]).then(() => undefined));
    const env = { ...cleanEnvironment(), ...environment };
    const killed = spawn(program, ['restore', file, '--to', folder], { env, stdio: 'ignore' });
    const ended = once(killed, 'exit');
    const left = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('postgres'));
    await expect.poll(left, { interval: 5 }).toEqual([expect.stringMatching(/^restoring-/)]);
    killed.kill('SIGKILL');
    await ended;
    const [unfinished = ''] = await readdir(folder);
    expect([await readdir(folder), await hasCluster(folder)]).toEqual([[unfinished], false]);
    const restore = () => restoreBackup({ ...given(), file, dataDir: folder });
    await expect(restore()).rejects.toThrow(`a mount point, and it is not empty: it has ${unfinished}. A restore`);
    await rm(join(folder, unfinished), { recursive: true });
    expect(await restore()).toMatchObject({ isHeld: true, formerDataDir: undefined, isOtherSecret: false });
    expect([(await readdir(folder)).toSorted(), await hasCluster(folder)]).toEqual([
      ['postgres', 'server-secret'],
      true,
    ]);
  });

  it('is filled where its user may not write beside it.', async () => {
    const [folder, file, TMPDIR] = [inScratch('of-root/data'), inScratch('of-nobody.age'), inScratch('tmp')];
    const [uid = 0, gid = 0] = await Promise.all(
      ['-u', '-g'].map(async (what) => Number((await run('id', [what, 'nobody'])).stdout)),
    );
    for (const path of [folder, TMPDIR]) await mkdir(path, { recursive: true });
    await copyFile(await newestBackup(), file);
    for (const path of [folder, file, TMPDIR]) await chown(path, uid, gid);
    const folders = { DATA_DIR: folder, BACKUP_FOLDER: join(folder, 'backups'), TMPDIR };
    const env = { ...cleanEnvironment(), ...environment, ...folders };
    const { stdout } = await run(program, ['restore', file, '--to', folder, '--json'], { env, uid, gid, cwd: '/' });
    expect(JSON.parse(stdout)).toMatchObject({ isHeld: true });
    expect((await readdir(folder)).toSorted()).toEqual(['postgres', 'server-secret']);
  });
});

describe('A new release', () => {
  // The undoing is of the newest migration; name the next one when there is one.
  const newest = '0057-files-of-content-packs.sql';
  const forget = async () => {
    await using old = await openUnmigrated(settings, log);
    await old.pools.ownerPool.query('DROP TABLE content_pack_file');
    await old.pools.ownerPool.query('DELETE FROM migration WHERE name = $1', [newest]);
  };

  it('backs up the embedded database before its migrations change it, unless the settings say no.', async () => {
    expect((await knownMigrations()).at(-1)).toBe(newest);
    const open = async (beforeMigrations: boolean) => {
      const asked = { ...settings, backups: { ...settings.backups, beforeMigrations, passphrase: undefined } };
      await using opened = await openDatabase(asked, log, installQueue, backUpBeforeMigrations(asked, log));
      return (await opened.pools.ownerPool.query('SELECT FROM migration WHERE name = $1', [newest])).rowCount;
    };
    await forget();
    expect(await open(false)).toBe(1);
    expect(await backupsOf(settings.backups.folder)).toHaveLength(1);
    await forget();
    expect(await open(true)).toBe(1);
    expect(await open(true)).toBe(1);
    const before = (await backupsOf(settings.backups.folder)).filter((name) => name.includes('-before-0057'));
    expect(before).toHaveLength(1);
  });

  it('upgrades the embedded database with a backup of its files, and tells a working way back.', async () => {
    await forget();
    const plain = { ...environment, BACKUP_PASSPHRASE: '' };
    const upgraded = await runLightstick(['upgrade'], plain);
    expect(upgraded).toMatchObject({ code: 0, output: expect.stringContaining(`Applied ${newest}.`) });
    const [, back = ''] = /^ {2}lightstick (restore .*-before-0057\.tar\.zst)$/m.exec(upgraded.output) ?? [];
    const undone = await runLightstick([...back.split(' '), '--json'], plain);
    expect(undone).toMatchObject({ code: 0, output: expect.stringContaining('"isHeld": true') });
    await using old = await openUnmigrated(settings, log);
    const { rows } = await old.pools.ownerPool.query('SELECT max(name) AS last FROM migration');
    expect(rows).toEqual([{ last: (await knownMigrations()).at(-2) }]);
  });
});
