import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bringSecret, createBeside, whyFixed } from '#/modules/backups/put-in-place.ts';
import { createScratchFolder, type ScratchFolder } from '../world/scratch-folder.ts';

const run = promisify(execFile);

let scratch: ScratchFolder;
let dataDir: string;
beforeEach(async () => {
  scratch = await createScratchFolder();
  dataDir = join(scratch.path, 'data');
});
afterEach(() => scratch[Symbol.asyncDispose]());

/** Makes a data folder with a database and a backup, and begins to replace it. */
async function beginToReplace(backups: string) {
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await mkdir(backups, { recursive: true });
  await writeFile(join(backups, 'lightstick.tar.zst'), 'a backup');
  const file = join(backups, 'lightstick.tar.zst');
  return createBeside({ dataDir, backups, file, now: new Date('2026-12-09T19:00:00Z') });
}

describe('A restored data folder', () => {
  it('takes the place of the former one, with the backups that are kept deep inside.', async () => {
    const backups = join(dataDir, 'var', 'backups');
    const beside = await beginToReplace(backups);
    const formerDataDir = `${dataDir}.before-restore-20261209T190000Z`;
    expect(await beside.putInPlace()).toEqual({ formerDataDir, warnings: [] });
    expect(await readFile(join(backups, 'lightstick.tar.zst'), 'utf8')).toBe('a backup');
    expect(await readdir(formerDataDir)).toContain('postgres');
  });

  it('stays in its place when the backups cannot follow, and it is told where they are.', async () => {
    const beside = await beginToReplace(join(dataDir, 'var', 'backups'));
    await writeFile(join(beside.path, 'var'), 'a file');
    const { formerDataDir, warnings } = await beside.putInPlace();
    const left = join(formerDataDir ?? '', 'var', 'backups');
    expect(warnings).toEqual([expect.stringContaining(`The backups are still in ${left}: move them to ${dataDir}`)]);
    expect([await readdir(dataDir), await readdir(left)]).toEqual([['var'], ['lightstick.tar.zst']]);
  });
});

describe('A restored data folder without the secret of its backup', () => {
  it('gets that of the folder before it or around it, and none of another platform.', async () => {
    const [restored, beside] = [join(dataDir, 'restored'), join(scratch.path, 'beside')];
    for (const folder of [restored, beside]) await mkdir(folder, { recursive: true });
    await writeFile(join(dataDir, 'server-secret'), 'around\n');
    const bring = async (into: string, ofBackup?: string) => {
      await rm(join(beside, 'server-secret'), { force: true });
      const isThere = await bringSecret(beside, { dataDir: into, present: dataDir, ofBackup });
      return isThere ? await readFile(join(beside, 'server-secret'), 'utf8') : undefined;
    };
    expect([await bring(restored), await bring(join(scratch.path, 'other'))]).toEqual(['around\n', undefined]);
    await writeFile(join(restored, 'server-secret'), 'before\n');
    expect([await bring(restored), await bring(restored, 'of the backup')]).toEqual(['before\n', 'of the backup\n']);
  });
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('A data folder with a mount inside', () => {
  it('is not replaced, but filled when nothing else is in it.', async () => {
    const backups = join(dataDir, 'backups');
    await mkdir(backups, { recursive: true });
    expect(await whyFixed(dataDir)).toBeUndefined();
    await run('mount', ['--bind', backups, backups]);
    await using mount = new AsyncDisposableStack();
    mount.defer(() => run('umount', [backups]).then(() => undefined));
    await expect(beginToReplace(backups)).rejects.toThrow(
      `${dataDir} cannot be replaced, because ${backups} is a mount point, and it is not empty: it has postgres.`,
    );
    expect((await readdir(scratch.path)).toSorted()).toEqual(['data']);
    await rm(join(dataDir, 'postgres'), { recursive: true });
    const wish = { dataDir, backups, file: join(backups, 'lightstick.tar.zst'), now: new Date() };
    const inside = await createBeside(wish);
    await writeFile(join(inside.path, 'server-secret'), 'a secret');
    expect(await inside.putInPlace()).toEqual({ formerDataDir: undefined, warnings: [] });
    expect((await readdir(dataDir)).toSorted()).toEqual(['backups', 'server-secret']);
  });
});
