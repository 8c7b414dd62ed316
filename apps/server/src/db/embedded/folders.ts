import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  open,
  readFile,
  readdir,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { canEnter, chooseAccount, type Account, type Binaries } from './programs.ts';

/** The superuser of an embedded cluster. It owns the database and runs migrations. */
export const ownerRole = 'lightstick_owner';

/** The database of an embedded cluster. */
export const databaseName = 'lightstick';

/** Returns the address of an embedded server's database: its socket's folder, without password. */
export function socketUrl(socketFolder: string, database: string): string {
  return `postgres://${ownerRole}@/${database}?host=${encodeURIComponent(socketFolder)}`;
}

export type FileLock = { release(): void };

/**
 * Takes a file lock that the operating system releases when this process ends in any way, so there are no stale locks or
 * reused process ids. Node has no file locks; SQLite, which is part of Node, takes real ones (fcntl) for an exclusive
 * transaction, and shared ones for one that reads; nothing is written.
 * @returns undefined when another holder is alive; of a shared lock, when an exclusive one is held
 */
export function tryLock(path: string, { isShared = false } = {}): FileLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec(isShared ? 'BEGIN; SELECT name FROM sqlite_schema' : 'BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/** The place of clusters whose data folder PostgreSQL's account cannot enter. */
const outsideFolder = process.platform === 'darwin' ? '/usr/local/var/lightstick' : '/var/lib/lightstick';

/** The path of a Unix socket has at most 104 bytes on macOS and 108 on Linux, its own name and a final zero included. */
const longestSocketFolder = 104 - '/.s.PGSQL.5432'.length - 1;

export type Home = { readonly folder: string; readonly account: Account | undefined };

/**
 * Opens the folder of the embedded server: `postgres` in the data folder. When this process is root and PostgreSQL's
 * account cannot enter the data folder (below /root, for example), the folder is in /var/lib/lightstick and `postgres`
 * links to it.
 */
export async function openHome(dataDir: string, log: (line: string) => void): Promise<Home> {
  const path = resolve(dataDir, 'postgres');
  await mkdir(dirname(path), { recursive: true });
  const account = await chooseAccount(path);
  if (!(await isPresent(path))) await createHome(path, account, log);
  const folder = await realpath(path).catch(async (cause: unknown) => {
    throw new Error(
      `${path} points to ${await readlink(path)}, which is gone. ` +
        'Bring it back, or remove the link to begin with an empty database.',
      { cause },
    );
  });
  await assertUsable(folder, account);
  return { folder, account };
}

/** Creates a private folder with a short path for the server's socket; its random name cannot be taken in advance. */
export async function createSocketFolder(account: Account | undefined): Promise<string> {
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    if (join(parent, 'lightstick-XXXXXX').length > longestSocketFolder || !(await canEnter(parent, account))) continue;
    const folder = await mkdtemp(join(parent, 'lightstick-'));
    await give(folder, account);
    return folder;
  }
  throw new Error('PostgreSQL needs a folder for its socket, and neither the temporary folder nor /tmp can be used.');
}

/** Recreates a socket folder that an orderly stop, or a clean-up of the temporary folder, has removed. */
export async function restoreSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).then(
    () => give(folder, account),
    async (error: NodeJS.ErrnoException) => {
      const present = await lstat(folder);
      const owner = account?.uid ?? process.getuid?.();
      if (error.code !== 'EEXIST' || !present.isDirectory() || present.uid !== owner) throw error;
    },
  );
}

/** Removes what a killed server left in the temporary folder, and nothing that is not ours. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!/^lightstick-\w{6}$/.test(basename(folder))) return;
  await rm(join(folder, '.s.PGSQL.5432'), { force: true });
  await rm(join(folder, '.s.PGSQL.5432.lock'), { force: true });
  await rmdir(folder).catch(() => undefined);
}

async function createHome(path: string, account: Account | undefined, log: (line: string) => void): Promise<void> {
  if (account === undefined || (await canEnter(dirname(path), account))) {
    await createGiven(path, account);
    return;
  }
  await mkdir(outsideFolder, { recursive: true });
  await chmod(outsideFolder, 0o755);
  const folder = await mkdtemp(join(outsideFolder, 'postgres-'));
  await give(folder, account);
  try {
    await symlink(folder, path);
  } catch (error) {
    await rmdir(folder);
    // A concurrent start has created the folder first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return;
  }
  log(`PostgreSQL's account cannot enter ${dirname(path)}: the database is kept in ${folder}, linked from ${path}.`);
}

/**
 * Creates a folder under a temporary name until the account owns it, so that another start never sees it with another
 * owner.
 */
async function createGiven(path: string, account: Account | undefined): Promise<void> {
  const folder = await mkdtemp(`${path}-`);
  await give(folder, account);
  await rename(folder, path).catch(async (error: NodeJS.ErrnoException) => {
    await rmdir(folder);
    // A concurrent start was faster, and its folder is not empty.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

async function assertUsable(folder: string, account: Account | undefined): Promise<void> {
  const { uid } = await stat(folder);
  const wanted = account?.uid ?? process.getuid?.();
  if (wanted !== undefined && uid !== wanted) {
    throw new Error(
      `${folder} belongs to another user (uid ${uid}). Start as that user or as root, or choose another DATA_DIR.`,
    );
  }
  if (!(await canEnter(folder, account))) {
    throw new Error(
      `The database's user (uid ${uid}) cannot enter ${folder}. ` +
        'Move the data folder to a place it can enter, or choose another DATA_DIR.',
    );
  }
}

/** Lets only the account enter a folder. */
export async function give(folder: string, account: Account | undefined): Promise<void> {
  await chmod(folder, 0o700);
  if (account !== undefined) await chown(folder, account.uid, account.gid);
}

/** Returns whether a path exists. A broken link counts, because an empty database must not replace its target. */
async function isPresent(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

const run = promisify(execFile);
const unfinishedPrefix = 'cluster.unfinished-';

/**
 * Creates the database cluster if it is missing. `initdb` works in a separate folder, which a rename at the end turns
 * into `cluster`, so an interrupted `initdb` is never taken for a cluster; its remains are deleted here.
 * @returns the cluster's folder
 */
export async function initCluster(home: string, binaries: Binaries, account: Account | undefined): Promise<string> {
  const cluster = join(home, 'cluster');
  await wipeUnfinished(home);
  const major = await readMajor(cluster);
  if (major === undefined) await createCluster(home, cluster, binaries, account);
  else if (major !== binaries.major) {
    throw new Error(
      `${cluster} was made by PostgreSQL ${major}, but this release brings ${binaries.major}. ` +
        'Dump it with the release that made it and load it into an empty data folder.',
    );
  }
  return cluster;
}

/** Returns whether a data folder contains a database. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await readMajor(join(dataDir, 'postgres', 'cluster'))) !== undefined;
}

async function wipeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    // An `initdb` that outlives its parent may still add a file, hence the retries; it fails as soon as its folder is gone.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 30, retryDelay: 10 });
  }
}

async function createCluster(
  home: string,
  cluster: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  // A new random name, so no earlier `initdb` can be writing to it.
  const unfinished = join(home, `${unfinishedPrefix}${crypto.randomUUID()}`);
  const options = [
    `--pgdata=${unfinished}`,
    `--username=${ownerRole}`,
    // Only the owner can enter the socket's folder, and there is no TCP, so a connection is the owner's.
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ];
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  try {
    await run(join(binaries.folder, 'bin', 'initdb'), options, { ...account, env, cwd: '/' });
  } catch (cause) {
    throw new Error(`The database could not be created in ${home}: ${(cause as { stderr?: string }).stderr ?? ''}`, {
      cause,
    });
  }
  await rename(unfinished, cluster);
  await persistFolder(home);
}

/** Writes the parent folder to the disk, because the rename is in it. */
async function persistFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readMajor(cluster: string): Promise<number | undefined> {
  try {
    return Number(await readFile(join(cluster, 'PG_VERSION'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the database in a new cluster; `initdb` creates only the cluster's own. */
export async function ensureDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}
