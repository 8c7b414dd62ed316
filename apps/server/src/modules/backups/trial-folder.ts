import { chmod, mkdir, mkdtemp, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { claimDataFolder, removeDataFolder, serverLock, shareDataFolder } from '#/db/embedded/index.ts';
import { BackupRefused } from '#/db/portable/contents.ts';
import type { Log } from '#/log.ts';
import { modeOfNew } from './put-in-place.ts';

const gigabyte = 1e9;

/** What is left free beside a platform that runs: its database must not meet a full disk. */
const spareOfLive = gigabyte;
/** The log that a restored database begins with. */
const spareOfOwn = 0.1 * gigabyte;

type Room = {
  /** What is put into the folder, by estimate. */
  readonly bytes: number;
  /** Whether a platform runs on the same disk. */
  readonly isLive: boolean;
};

/**
 * Refuses what the disk of a folder has no room for, before anything is written.
 * @throws BackupRefused
 */
export async function refuseWithoutRoom(folder: string, { bytes, isLive }: Room): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [bavail * bsize, bytes + (isLive ? spareOfLive : spareOfOwn)];
  if (free >= needed) return;
  const inGigabytes = (count: number) => `${(count / gigabyte).toFixed(1)} GB`;
  throw new BackupRefused(
    `The disk of ${folder} has ${inGigabytes(free)} free, and this needs ${inGigabytes(needed)}, of which ` +
      `${inGigabytes(needed - bytes)} stay free${isLive ? ' for the platform that runs there' : ''}: make room first.`,
  );
}

const trialKinds = ['drill', 'upgrade-copy'] as const;
const trialShape = new RegExp(`^(?:${trialKinds.join('|')})-[0-9A-Za-z]{6}$`);

/**
 * Makes a data folder for a trial, on the disk of the data folder, which is local. It is removed at the end, and by the next
 * trial when this process is killed before.
 */
export async function createTrialFolder(
  dataDir: string,
  kind: (typeof trialKinds)[number],
  log: Log,
): Promise<{ readonly path: string } & AsyncDisposable> {
  await mkdir(dataDir, { recursive: true });
  await removeAbandonedTrials(dataDir, log);
  const path = await mkdtemp(join(dataDir, `${kind}-`));
  const lock = await shareDataFolder(path);
  await chmod(path, modeOfNew);
  return {
    path,
    async [Symbol.asyncDispose]() {
      lock?.release();
      await removeDataFolder(path);
    },
  };
}

/** Removes the trials of processes that are gone. One without a lock may be just beginning, and is empty. */
export async function removeAbandonedTrials(dataDir: string, log: Log): Promise<void> {
  const isThere = await stat(dataDir).catch(() => undefined);
  const names = isThere ? await readdir(dataDir) : [];
  for (const name of names.filter((each) => trialShape.test(each))) {
    const path = join(dataDir, name);
    try {
      const isLocked = await stat(join(path, serverLock)).catch(() => undefined);
      const claim = isLocked && (await claimDataFolder(path));
      if (!claim) continue;
      await removeDataFolder(path);
      claim.release();
      log.warn({ path }, 'a trial that was interrupted was removed');
    } catch (error) {
      log.warn({ err: error, path }, 'a trial that was interrupted could not be removed');
    }
  }
}
