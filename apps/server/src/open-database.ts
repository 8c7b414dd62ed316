import type { Settings } from './config.ts';
import { refuseLedgerWriter } from './db/application-role.ts';
import { createPools, type Pools } from './db/connect.ts';
import { startEmbedded } from './db/embedded/index.ts';
import { migrate } from './db/migrate.ts';
import { installQueue } from './jobs/install-queue.ts';
import type { Log } from './log.ts';
import { openComingBooks } from './modules/points/index.ts';

export type OpenDatabase = AsyncDisposable & {
  readonly pools: Pools;
  /** Where it is, without login or password: for people. */
  readonly place: string;
};

/**
 * Opens the database of the settings at its newest schema: the one of DATABASE_URL, else the embedded one of DATA_DIR,
 * which is started, or shared with the process that started it.
 */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  await using opening = new AsyncDisposableStack();
  const { databaseUrl, dataDir } = settings;
  let ownerUrl = databaseUrl;
  if (ownerUrl === undefined) {
    const embedded = await startEmbedded({ dataDir, log: (line) => log.debug({ source: 'postgres' }, line) });
    opening.defer(() => embedded.stop());
    ({ ownerUrl } = embedded);
  }
  let isClosing = false;
  const pools = createPools({
    ownerUrl,
    appUrl: settings.databaseAppUrl,
    connections: settings.databaseConnections,
    onIdleError(error) {
      // An embedded server that is stopped may be faster than the good-byes of the last connections.
      if (!isClosing) log.warn({ err: error }, 'an idle connection to the database broke');
    },
  });
  opening.defer(() => {
    isClosing = true;
    return pools.end();
  });

  const applied = await migrate(pools.ownerPool);
  if (applied.length > 0) log.info({ applied }, 'migrations were applied');
  await installQueue(pools.ownerPool, log);
  await refuseLedgerWriter(pools.appPool);
  await openComingBooks(pools.appPool);

  const open = opening.move();
  return {
    pools,
    place: databaseUrl === undefined ? `embedded PostgreSQL in ${dataDir}` : placeOf(databaseUrl),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** The address without what it may carry of secrets: the login before the host, and the options at its end. */
function placeOf(url: string): string {
  return `PostgreSQL at ${url.replace(/^\w+:\/\/([^@/]*@)?/, '').replace(/\?.*$/, '')}`;
}
