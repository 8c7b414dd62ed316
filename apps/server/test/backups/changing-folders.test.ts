import { mkdir, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from '#/config/settings.ts';
import { mostOfPart } from '#/db/portable/contents.ts';
import { readArchive } from '#/lib/read-archive.ts';
import { pruneLog } from '#/modules/backups/backup-files.ts';
import { addFile, listFiles } from '#/modules/backups/data-files.ts';
import { copyOut } from '#/modules/backups/portable-copy.ts';
import { exportBackup, takeBackup } from '#/modules/backups/take-backup.ts';
import { createScratchFolder, type ScratchFolder } from '../world/scratch-folder.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
let scratch: ScratchFolder;
let settings: Settings;
beforeAll(async () => {
  [world, scratch] = await Promise.all([createWorld(), createScratchFolder()]);
  const [dataDir, folder] = [join(scratch.path, 'data'), join(scratch.path, 'backups')];
  const backups = { ...world.services.settings.backups, folder, passphrase: undefined };
  const databaseUrl = world.databaseUrl;
  settings = { ...world.services.settings, dataDir, liveFolder: join(dataDir, 'live'), databaseUrl, backups };
  for (const name of ['avatars', 'live/room']) await mkdir(join(dataDir, name), { recursive: true });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});

const put = (name: string) => writeFile(join(settings.dataDir, name), name);

describe('A backup of folders that fans change', () => {
  it('has the files that came while the database was copied, and none that is unfinished or gone.', async () => {
    for (const name of ['avatars/kept.webp', 'avatars/gone.webp', 'avatars/x.webp.begun', 'live/room/1.ts.part'])
      await put(name);
    let changed: Promise<unknown> | undefined;
    const { ownerPool, clock } = world;
    const { path, manifest } = await takeBackup({
      ownerPool,
      ownerUrl: world.databaseUrl,
      settings,
      clock,
      folder: settings.backups.folder,
      keep: 1,
      onProgress: () => {
        changed ??= Promise.all([put('avatars/came.webp'), rm(join(settings.dataDir, 'avatars/gone.webp'))]);
      },
    });
    await changed;
    const names: string[] = [];
    await readArchive(path, {}, async (entry) => {
      names.push(entry.name);
      for await (const _ of entry.content);
      return undefined;
    });
    const files = names.filter((name) => name.startsWith('files/'));
    expect(files.toSorted()).toEqual(['files/avatars/came.webp', 'files/avatars/kept.webp']);
    expect(manifest.files).toEqual({ count: 2, bytes: 'avatars/came.webp'.length + 'avatars/kept.webp'.length });
  });

  it('leaves out a file that went between the look and the copy, and takes one as long as it is now.', async () => {
    await put('avatars/short.webp');
    const found = await listFiles(settings);
    await rm(join(settings.dataDir, 'avatars/kept.webp'));
    await writeFile(join(settings.dataDir, 'avatars/short.webp'), 'now');
    const added: [string, number][] = [];
    const archive = {
      addFolder: async () => undefined,
      addFile: async (name: string, size: number, content: Buffer | AsyncIterable<Buffer>) => {
        for await (const chunk of content) expect(String(chunk)).toHaveLength(size);
        added.push([name, size]);
      },
    };
    for (const file of found.filter(({ name }) => /kept|short/.test(name))) await addFile(archive, file);
    expect(added).toEqual([['files/avatars/short.webp', 3]]);
  });

  it('fills up a file that shrinks while it is copied, because the archive has told its size.', async () => {
    const path = join(settings.dataDir, 'avatars/shrinking.webp');
    await writeFile(path, Buffer.alloc(200_000, 'x'));
    let copied = 0;
    const archive = {
      addFolder: async () => undefined,
      addFile: async (_: string, __: number, content: Buffer | AsyncIterable<Buffer>) => {
        await truncate(path, 3);
        for await (const chunk of content as AsyncIterable<Buffer>) copied += chunk.length;
      },
    };
    expect(await addFile(archive, { name: 'files/avatars/shrinking.webp', path })).toBe(200_000);
    expect(copied).toBe(200_000);
  });

  it('has what stays in a folder from which others go while it is listed.', async () => {
    const going = Array.from({ length: 400 }, (_, number) => join(settings.dataDir, `avatars/going-${number}`));
    await Promise.all(going.map((folder) => mkdir(folder)));
    await put('avatars/staying.webp');
    const [found] = await Promise.all([listFiles(settings), ...going.map((folder) => rm(folder, { recursive: true }))]);
    expect(found.map(({ name }) => name)).toContain('files/avatars/staying.webp');
  });
});

describe('A portable backup', () => {
  it('is refused under a name at which another one is written, whose file stays.', async () => {
    const file = join(scratch.path, 'move.tar.zst');
    await writeFile(`${file}.unfinished`, 'of another program');
    const { ownerPool, clock } = world;
    const exporting = exportBackup(file, { ownerPool, settings, clock });
    await expect(exporting).rejects.toThrow(`${file}.unfinished is there: another program writes this backup`);
    expect(await readdir(scratch.path)).toContain('move.tar.zst.unfinished');
  });

  it('cuts a row that is longer than a part.', async () => {
    const { ownerPool } = world;
    await ownerPool.query("CREATE TABLE long_row AS SELECT repeat('x', 40000000) AS text");
    const sizes: number[] = [];
    for await (const { name, bytes } of copyOut(ownerPool)) if (name.includes('long_row')) sizes.push(bytes.length);
    await ownerPool.query('DROP TABLE long_row');
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40_000_001);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(mostOfPart);
  });
});

describe('The log beside the backups', () => {
  it('is kept for the nightly backups of both folders, and not for an old one before migrations.', async () => {
    const [folder, other] = [join(scratch.path, 'with-log'), join(scratch.path, 'elsewhere')];
    for (const path of [join(folder, 'log'), other]) await mkdir(path, { recursive: true });
    const segment = (day: number) => `0000000100000000000000${String(day).padStart(2, '0')}`;
    for (const day of [1, 10, 20, 28]) {
      const path = join(folder, 'log', segment(day));
      await writeFile(path, '');
      const at = new Date(Date.UTC(2026, 10, day));
      await utimes(path, at, at);
    }
    await writeFile(join(folder, 'lightstick-20261101T000000Z-before-0055.tar.zst'), '');
    await writeFile(join(folder, 'lightstick-20261125T000000Z.tar.zst'), '');
    await writeFile(join(other, 'lightstick-20261115T000000Z.tar.zst'), '');
    const left = () => readdir(join(folder, 'log')).then((names) => names.toSorted());
    await pruneLog(folder, other);
    expect(await left()).toEqual([segment(20), segment(28)]);
    await pruneLog(folder, folder);
    expect(await left()).toEqual([segment(28)]);
  });
});
