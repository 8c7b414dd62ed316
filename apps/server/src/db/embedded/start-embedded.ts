import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type Account, canEnter, prepareBinaries } from './programs.ts';
import {
  tryLock,
  type FileLock,
  createSocketFolder,
  give,
  openHome,
  type Home,
  databaseName,
  socketUrl,
  removeSocketFolder,
  ensureDatabase,
  initCluster,
} from './folders.ts';
import {
  type ServerSettings,
  startServer,
  type ServerPlan,
  type ServerProcess,
  findLiveServer,
  readPidFile,
  removePidFile,
} from './server-process.ts';
import { machineClock } from '#/lib/clock.ts';

export type EmbeddedOptions = {
  /** The installation's data folder; the server uses `postgres` inside it. */
  readonly dataDir: string;
  /** Settings of postgresql.conf that differ from our defaults. */
  readonly settings?: ServerSettings;
  /** A folder into which the server copies each complete segment of its log. */
  readonly logFolder?: string | undefined;
  /** How long the first start may take; recovery to a moment replays much. */
  readonly readyTimeoutMs?: number;
  /** Receives the output of PostgreSQL and its manager, line by line. */
  readonly log?: (line: string) => void;
};

export type EmbeddedPostgres = {
  /** Connects as the owner, a superuser, to the database `lightstick`. */
  readonly ownerUrl: string;
  readonly socketDir: string;
  /** True when another running process owns the server of this data folder: `stop` then does nothing. */
  readonly adopted: boolean;
  stop(): Promise<void>;
  pid(): number;
};

const pollMs = 20;
/** Another process's first start, with `initdb`, takes seconds; a recovery may take longer. */
const adoptionTimeoutMs = 120_000;

/**
 * Starts the bundled PostgreSQL on the data folder, and creates the database first if necessary. One process at a time owns
 * a data folder; a second one shares its server.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const home = await openHome(options.dataDir, log);
  const deadline = machineClock.monotonicMs() + adoptionTimeoutMs;
  while (machineClock.monotonicMs() < deadline) {
    const lock = tryLock(join(home.folder, 'owner.lock'));
    if (lock !== undefined) return startAsOwner(home, lock, options, log);
    const server = await findAnsweringServer(join(home.folder, 'cluster'));
    if (server !== undefined) return adopt(server);
    // The owner is still starting, or stopping and about to release the lock.
    await machineClock.sleep(pollMs);
  }
  throw new Error(
    `Another process owns the database in ${home.folder}, but it cannot be reached from here. ` +
      'Stop that process, or choose another DATA_DIR.',
  );
}

async function startAsOwner(
  home: Home,
  lock: FileLock,
  { settings: given = {}, logFolder, readyTimeoutMs }: EmbeddedOptions,
  log: (line: string) => void,
): Promise<EmbeddedPostgres> {
  try {
    const settings = { ...(logFolder !== undefined && (await archiveTo(logFolder, home.account))), ...given };
    const binaries = await prepareBinaries(home.folder, home.account);
    const cluster = await initCluster(home.folder, binaries, home.account);
    await outliveOrphan(cluster, log);
    const socketFolder = await createSocketFolder(home.account);
    const server = await supervise({
      binaries,
      cluster,
      socketFolder,
      account: home.account,
      settings,
      log,
      readyTimeoutMs,
    });
    const stop = async (): Promise<void> => {
      await server.stop();
      lock.release();
    };
    await ensureDatabase(socketFolder).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return {
      ownerUrl: socketUrl(socketFolder, databaseName),
      socketDir: socketFolder,
      adopted: false,
      pid: () => server.pid(),
      stop,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The longest time in seconds that what was committed waits for its copy. */
const archiveSeconds = 300;

/** Returns the settings by which the server copies its log. */
async function archiveTo(folder: string, account: Account | undefined): Promise<ServerSettings> {
  // The database's user passes through the folder of the backups, whose files are their owner's alone.
  await mkdir(dirname(folder), { recursive: true, mode: 0o711 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await give(folder, account);
  if (!(await canEnter(folder, account))) {
    throw new Error(
      `The database's user cannot enter ${folder}, where BACKUP_LOG=on keeps its log. ` +
        'Choose another BACKUP_FOLDER, or let that user pass through the folders above.',
    );
  }
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: archiveSeconds,
  };
}

function adopt(server: { pid: number; socketFolder: string }): EmbeddedPostgres {
  return {
    ownerUrl: socketUrl(server.socketFolder, databaseName),
    socketDir: server.socketFolder,
    adopted: true,
    pid: () => server.pid,
    stop: () => Promise.resolve(),
  };
}

/** Longer than a watchdog needs to notice its owner's end. */
const graceMs = 3_000;
/** Longer than a watchdog waits before an immediate shutdown. */
const shutdownTimeoutMs = 60_000;

/**
 * Waits until the server of a dead owner is gone. Its watchdog normally stops it within a moment; if that was killed too,
 * the server is stopped here, because it would otherwise run without a watchdog.
 */
async function outliveOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const start = machineClock.monotonicMs();
  let asked = false;
  // After a power failure or a kill, the pid file and the socket's folder remain and would prevent a start.
  const stale = await readPidFile(cluster);
  for (;;) {
    const server = await findLiveServer(cluster);
    if (server === undefined) break;
    if (!asked && server.status === 'ready' && machineClock.monotonicMs() - start > graceMs) {
      log(`Stopping PostgreSQL (process ${server.pid}), which was left running on ${cluster} by a program that ended.`);
      process.kill(server.pid, 'SIGINT');
      asked = true;
    }
    if (machineClock.monotonicMs() - start > shutdownTimeoutMs) {
      throw new Error(
        `PostgreSQL (process ${server.pid}) keeps running on ${cluster} and cannot be stopped. ` +
          'Stop it and start again.',
      );
    }
    await machineClock.sleep(pollMs);
  }
  if (stale !== undefined) await removeSocketFolder(stale.socketFolder);
  await removePidFile(cluster);
}

/** Finds the socket folder of the server that another process runs on this cluster; undefined until it answers. */
async function findAnsweringServer(cluster: string): Promise<{ pid: number; socketFolder: string } | undefined> {
  const server = await findLiveServer(cluster);
  if (server === undefined || server.status !== 'ready') return undefined;
  const client = new pg.Client({ connectionString: socketUrl(server.socketFolder, databaseName) });
  try {
    await client.connect();
    return server;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the owner's address of the embedded database if another process runs it; it starts and writes nothing. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const server = await findAnsweringServer(join(dataDir, 'postgres', 'cluster'));
  return server && socketUrl(server.socketFolder, databaseName);
}

type Supervisor = {
  /** Returns the server's process id; during a restart the former one. */
  pid(): number;
  stop(): Promise<void>;
};

const longestPauseMs = 5_000;

/**
 * Starts the server and restarts it when it ends unasked (killed, out of memory). The socket stays the same, so connection
 * pools reconnect.
 */
async function supervise(plan: ServerPlan): Promise<Supervisor> {
  let server = await startServer(plan);
  const stopping = new AbortController();

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await server.exited;
      if (stopping.signal.aborted) return;
      plan.log('PostgreSQL ended unexpectedly and is being started again.');
      server = (await restart(plan, stopping.signal)) ?? server;
    }
  };
  const watching = watch();

  return {
    pid: () => server.pid,
    async stop() {
      stopping.abort();
      await server.stop();
      await watching;
      // A restart during the stop has replaced the server.
      await server.stop();
      await removeSocketFolder(plan.socketFolder);
    },
  };
}

async function restart(plan: ServerPlan, stopping: AbortSignal): Promise<ServerProcess | undefined> {
  for (let pauseMs = 100; !stopping.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await startServer(plan);
    } catch (error) {
      plan.log((error as Error).message);
    }
    await machineClock.sleep(pauseMs, { signal: stopping }).catch(() => undefined);
  }
  return undefined;
}
