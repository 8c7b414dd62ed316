import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBinaries } from './binaries.ts';
import { ensureDatabase } from './ensure-database.ts';
import { tryLock } from './exclusive-lock.ts';
import type { ExclusiveLock } from './exclusive-lock.ts';
import { createSocketFolder, openHome } from './folders.ts';
import type { Home } from './folders.ts';
import { initCluster } from './init-cluster.ts';
import { databaseName, socketUrl } from './names.ts';
import { findAnsweringServer, outliveOrphan } from './predecessor.ts';
import type { ServerSettings } from './server-settings.ts';
import { supervise } from './supervisor.ts';

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
