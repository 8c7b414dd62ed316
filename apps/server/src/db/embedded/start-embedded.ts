import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { prepareBinaries } from './binaries.ts';
import {
  tryLock,
  type ExclusiveLock,
  createSocketFolder,
  openHome,
  type Home,
  databaseName,
  socketUrl,
  removeSocketFolder,
} from './folders.ts';
import { ensureDatabase, initCluster } from './init-cluster.ts';
import {
  type ServerSettings,
  startServer,
  type ServerPlan,
  type ServerProcess,
  findLiveServer,
  readPidFile,
  removePidFile,
} from './server-process.ts';

export type EmbeddedOptions = {
  /** The data folder of the installation; the server keeps everything in `postgres` inside it. */
  readonly dataDir: string;
  /** Settings of postgresql.conf that differ from our defaults. */
  readonly settings?: ServerSettings;
  /** Receives what PostgreSQL and its manager have to say, a line at a time. */
  readonly log?: (line: string) => void;
};

export type EmbeddedPostgres = {
  /** Connects as the owner, a superuser, to the database `lightstick`. */
  readonly ownerUrl: string;
  readonly socketDir: string;
  /** True when another living process runs the server of this data folder: `stop` then leaves it alone. */
  readonly adopted: boolean;
  stop(): Promise<void>;
  pid(): number;
};

const pollMs = 20;
/** The first start of another process, `initdb` included, takes seconds; recovery after a crash may take longer. */
const adoptionTimeoutMs = 120_000;

/**
 * Starts the PostgreSQL that comes with this program on the data folder, making the database first when there is none.
 * One process at a time owns a data folder. A second one adopts the first one's running server.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const home = await openHome(options.dataDir, log);
  const deadline = Date.now() + adoptionTimeoutMs;
  while (Date.now() < deadline) {
    const lock = tryLock(join(home.folder, 'owner.lock'));
    if (lock !== undefined) return startAsOwner(home, lock, options.settings ?? {}, log);
    const server = await findAnsweringServer(join(home.folder, 'cluster'));
    if (server !== undefined) return adopt(server);
    // The owner is still starting, or is just stopping and will let go of the lock.
    await sleep(pollMs);
  }
  throw new Error(
    `Another process owns the database in ${home.folder}, but it cannot be reached from here. ` +
      'Stop that process, or choose another DATA_DIR.',
  );
}

async function startAsOwner(
  home: Home,
  lock: ExclusiveLock,
  settings: ServerSettings,
  log: (line: string) => void,
): Promise<EmbeddedPostgres> {
  try {
    const binaries = await prepareBinaries(home.folder, home.account);
    const cluster = await initCluster(home.folder, binaries, home.account);
    await outliveOrphan(cluster, log);
    const socketFolder = await createSocketFolder(home.account);
    const server = await supervise({ binaries, cluster, socketFolder, account: home.account, settings, log });
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

function adopt(server: { pid: number; socketFolder: string }): EmbeddedPostgres {
  return {
    ownerUrl: socketUrl(server.socketFolder, databaseName),
    socketDir: server.socketFolder,
    adopted: true,
    pid: () => server.pid,
    stop: () => Promise.resolve(),
  };
}

/** Longer than a watchdog needs to notice that its owner has died. */
const graceMs = 3_000;
/** Longer than a watchdog waits before it stops a server the hard way. */
const shutdownTimeoutMs = 60_000;

/**
 * Waits until the server of an owner that died is gone. Its watchdog stops it within a moment; should the watchdog
 * have been killed too, the server is stopped here, because a server nobody watches would outlive us as well.
 */
async function outliveOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const start = Date.now();
  let asked = false;
  // After a power cut or a kill the pid file and the socket's folder stay; PostgreSQL would refuse to start over them.
  const stale = await readPidFile(cluster);
  for (;;) {
    const server = await findLiveServer(cluster);
    if (server === undefined) break;
    if (!asked && server.status === 'ready' && Date.now() - start > graceMs) {
      log(`Stopping PostgreSQL (process ${server.pid}), which was left running on ${cluster} by a program that ended.`);
      process.kill(server.pid, 'SIGINT');
      asked = true;
    }
    if (Date.now() - start > shutdownTimeoutMs) {
      throw new Error(
        `PostgreSQL (process ${server.pid}) keeps running on ${cluster} and cannot be stopped. Stop it and start again.`,
      );
    }
    await sleep(pollMs);
  }
  if (stale !== undefined) await removeSocketFolder(stale.socketFolder);
  await removePidFile(cluster);
}

/**
 * The socket folder of the server that another living process runs on this cluster, once it answers.
 * Undefined when it does not answer yet.
 */
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

type Supervisor = {
  /** The running server's process id; the last one while it is being restarted. */
  pid(): number;
  stop(): Promise<void>;
};

const longestPauseMs = 5_000;

/**
 * Starts the server and starts it again whenever it ends without having been asked to (killed, out of memory): the
 * socket stays where it was, so connection pools find the new server by themselves.
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
      // A restart that was under way when the stop came has put another server in the place of the first.
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
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  return undefined;
}
