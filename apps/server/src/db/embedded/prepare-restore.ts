import { constants } from 'node:fs';
import { chown, copyFile, lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, give, openHome, tryLock } from './folders.ts';
import { type Account, prepareBinaries } from './programs.ts';
import { findLiveServer } from './server-process.ts';

/** The file in a data folder that every server which uses it locks, also one whose database is elsewhere. */
export const serverLock = 'server.lock';

/**
 * Tells restores, until the lock is released, that a server uses a data folder. Any number of servers may.
 * @returns undefined while a restore replaces the folder
 */
export async function shareDataFolder(dataDir: string): Promise<FileLock | undefined> {
  await mkdir(dataDir, { recursive: true });
  return tryLock(join(dataDir, serverLock), { isShared: true });
}

/**
 * Keeps every server away from a data folder until the lock is released.
 * @returns undefined when one runs in it
 */
export async function claimDataFolder(dataDir: string): Promise<FileLock | undefined> {
  const servers = await claimFromServers(dataDir);
  const database = servers && (await claimDatabase(dataDir));
  if (database === undefined) servers?.release();
  return (
    database && {
      release() {
        database.release();
        servers.release();
      },
    }
  );
}

const nothingToLock: FileLock = { release: () => undefined };

async function claimFromServers(dataDir: string): Promise<FileLock | undefined> {
  const path = join(dataDir, serverLock);
  // Where no server has run, the file must not be in the way of what is restored.
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere ? tryLock(path) : nothingToLock;
}

async function claimDatabase(dataDir: string): Promise<FileLock | undefined> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  if (home === undefined) return nothingToLock;
  const lock = tryLock(join(home, 'owner.lock'));
  if (lock && (await findLiveServer(join(home, 'cluster')))) {
    lock.release();
    return undefined;
  }
  return lock;
}

/** The empty folder of a cluster, for the files of another one. */
export type RestoredCluster = {
  readonly folder: string;
  /** Who has to own its files. */
  readonly account: Account | undefined;
  /** The version of PostgreSQL that will run on it. */
  readonly major: number;
};

/** Makes the place of a cluster in a new data folder, as a first start would. */
export async function prepareRestore(dataDir: string): Promise<RestoredCluster> {
  const home = await openHome(dataDir, () => undefined);
  const { major } = await prepareBinaries(home.folder, home.account);
  const folder = join(home.folder, 'cluster');
  await mkdir(folder, { mode: 0o700 });
  await give(folder, home.account);
  return { ...home, folder, major };
}

/** Removes a data folder that is not in use, and its database where that is elsewhere. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const link = join(dataDir, 'postgres');
  const isLink = await lstat(link).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  if (isLink) await rm(await realpath(link), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Returns the folder of the log of a data folder's database, if there is one. */
export async function ownLogFolder(dataDir: string): Promise<string | undefined> {
  return realpath(join(dataDir, 'postgres', 'cluster', 'pg_wal')).catch(() => undefined);
}

/** Returns the number of the newest timeline in a folder of the log: the first eight of a segment's 24 digits. */
export async function newestTimeline(folder: string): Promise<number | undefined> {
  const numbers = (await readdir(folder)).flatMap((name) => {
    const [, digits] = /^([0-9A-F]{8})[0-9A-F]{16}$/.exec(name) ?? [];
    return digits === undefined ? [] : [Number.parseInt(digits, 16)];
  });
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

/**
 * Copies the histories of a restored database's timelines to where its log will be kept. The server does not archive those of
 * a recovery without archiving, and the next restore would use the same number again.
 */
export async function keepHistories(dataDir: string, folder: string): Promise<void> {
  const own = await ownLogFolder(dataDir);
  const names = own === undefined ? [] : (await readdir(own)).filter((name) => name.endsWith('.history'));
  for (const name of names) {
    const [from, to] = [join(own ?? '', name), join(folder, name)];
    await mkdir(folder, { recursive: true });
    await copyFile(from, to, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const { uid, gid } = await stat(from);
    await chown(to, uid, gid);
  }
}
