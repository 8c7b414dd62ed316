import { execFile } from 'node:child_process';
import { open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { ownerRole, databaseName, socketUrl } from './folders.ts';
import type { Account } from './run-as.ts';

const run = promisify(execFile);
const unfinishedPrefix = 'cluster.unfinished-';

/**
 * Creates the database cluster if it is missing. `initdb` works in a folder of its own, which a rename at the end turns
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

/** Whether a data folder contains a database. */
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

/** The rename is in the parent folder and must reach the disk as well. */
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
