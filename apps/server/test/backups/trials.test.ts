import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from '#/config/settings.ts';
import { knownMigrations } from '#/db/compare-schema.ts';
import { shareDataFolder } from '#/db/embedded/index.ts';
import { writeArchive } from '#/lib/write-archive.ts';
import type { BackupHead } from '#/modules/backups/backup-contents.ts';
import { drill, restoreBackup } from '#/modules/backups/index.ts';
import { readRelease } from '#/modules/backups/portable-copy.ts';
import { createScratchFolder, type ScratchFolder } from '../world/scratch-folder.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
let scratch: ScratchFolder;
let settings: Settings;
/** A backup that says it is of a billion gigabytes. */
let file: string;
beforeAll(async () => {
  [world, scratch] = await Promise.all([createWorld(), createScratchFolder()]);
  const folder = join(scratch.path, 'backups');
  const backups = { ...world.services.settings.backups, folder, passphrase: undefined };
  settings = { ...world.services.settings, dataDir: join(scratch.path, 'data'), backups };
  await Promise.all([mkdir(folder), mkdir(settings.dataDir)]);
  file = join(folder, 'lightstick-20261209T190000Z-portable.tar.zst');
  const head: BackupHead = {
    format: 1,
    kind: 'portable',
    begunAt: '2026-12-09T19:00:00.000Z',
    release: { version: '0.1.0', commit: null },
    migrations: await knownMigrations(),
    postgres: { version: '18.1', major: 18, systemId: '1' },
    isEmbedded: false,
    bytes: 1e18,
  };
  await writeArchive(file, {}, (archive) => {
    const text = Buffer.from(JSON.stringify(head));
    return archive.addFile('head.json', text.length, text);
  });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});

const given = () => ({
  settings,
  clock: world.clock,
  log: world.services.log,
  eraseAgain: () => Promise.reject(new Error('A refused restore erases no fan')),
});
const tryOut = () => drill({ ...given(), folder: settings.backups.folder, ownerPool: world.ownerPool });

describe('A disk without room', () => {
  it('is left alone by a drill, which says how much it needs, and by a restore.', async () => {
    const words = /free, and this needs 100000000\d\.\d GB, of which/;
    await expect(tryOut()).rejects.toThrow(words);
    await expect(tryOut()).rejects.toThrow('1.0 GB stay free for the platform that runs there: make room first.');
    expect(await readdir(settings.dataDir)).toEqual([]);
    const dataDir = join(scratch.path, 'restored');
    await expect(restoreBackup({ ...given(), file, dataDir })).rejects.toThrow(words);
    expect((await readdir(scratch.path)).toSorted()).toEqual(['backups', 'data']);
  });
});

describe('The trial of a process that was killed', () => {
  it('is removed by the next one, and neither one that runs nor what another program left.', async () => {
    const [killed, running, others] = ['upgrade-copy-KiLLed', 'drill-runs01', 'drill-of-mine'];
    for (const name of [killed, running, others]) await mkdir(join(settings.dataDir, name));
    (await shareDataFolder(join(settings.dataDir, killed)))?.release();
    await writeFile(join(settings.dataDir, killed, 'half'), 'of a database');
    const lock = await shareDataFolder(join(settings.dataDir, running));
    await expect(tryOut()).rejects.toThrow('make room first');
    expect((await readdir(settings.dataDir)).toSorted()).toEqual([others, running].toSorted());
    lock?.release();
    await expect(tryOut()).rejects.toThrow('make room first');
    expect(await readdir(settings.dataDir)).toEqual([others]);
  });
});

describe('The commit in a backup', () => {
  it('is that of the clone, else of the build, and never that of a repository around the release.', async () => {
    const git = (words: string, cwd: string) =>
      promisify(execFile)('git', words.split(' '), { cwd }).then(({ stdout }) => stdout.trim());
    const [around, release] = [join(scratch.path, 'around'), join(scratch.path, 'around/release')];
    await mkdir(join(release, 'apps/web/dist'), { recursive: true });
    await git('init -q', around);
    await git('-c user.name=a -c user.email=a@b commit -q --allow-empty -m around', around);
    expect(await readRelease(around)).toMatchObject({ commit: await git('rev-parse HEAD', around) });
    expect(await readRelease(release)).toMatchObject({ commit: null });
    await writeFile(join(release, 'apps/web/dist/version.json'), '{"commitId":"01234567"}');
    expect(await readRelease(release)).toMatchObject({ commit: '01234567' });
  });
});
