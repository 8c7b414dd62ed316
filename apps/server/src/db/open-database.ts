import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Settings } from '#/config/settings.ts';
import type { Log } from '#/log.ts';
import { createPools, type Pools } from './connect.ts';
import { adviseOnLogin, DatabaseRefused } from './database-refused.ts';
import { startEmbedded } from './embedded/index.ts';
import { migrate } from './migrate.ts';
import { readPending } from './compare-schema.ts';
import { hasForeignTransactionIds } from './portable/transaction-ids.ts';

export type OpenDatabase = AsyncDisposable & {
  readonly pools: Pools;
  /** A login that owns the schema. */
  readonly ownerUrl: string;
  /** The database's place for people, without login. */
  readonly place: string;
};

/** Brings the tables of the job queue to their newest form, as the owner of the schema. */
type InstallQueue = (owner: Pool, log: Log) => Promise<void>;

/** Backs up a database before migrations change it. `first` is the number of the first one. */
type BackUp = (database: OpenDatabase, first: string) => Promise<void>;

/**
 * Opens the database of DATABASE_URL at its newest schema; otherwise the embedded one of DATA_DIR, which it starts or
 * shares.
 * @param backUp runs before pending migrations change an embedded database that is not empty
 */
export async function openDatabase(
  settings: Settings,
  log: Log,
  installQueue: InstallQueue,
  backUp?: BackUp,
): Promise<OpenDatabase> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openUnmigrated(settings, log));
  const { pools } = database;

  if (backUp && settings.databaseUrl === undefined && settings.backups.beforeMigrations) {
    const {
      applied: before,
      pending: [first],
    } = await readPending(pools.ownerPool);
    if (before.length > 0 && first) await backUp(database, first.name.slice(0, 4));
  }
  const advise = (failure: unknown) => adviseOnLogin(failure, pools.ownerPool);
  const applied = await migrate(pools.ownerPool).catch(advise);
  if (applied.length > 0) log.info({ applied }, 'migrations were applied');
  await installQueue(pools.ownerPool, log).catch(advise);
  await refuseWrongRole(pools.appPool).catch(advise);
  await refuseForeignTransactionIds(pools.ownerPool);

  const open = opening.move();
  return { ...database, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

/**
 * Opens the same database at whatever schema it has, or without any.
 * @throws DatabaseRefused when it does not answer, or does not let the login in
 */
export async function openUnmigrated(settings: Settings, log: Log): Promise<OpenDatabase> {
  await using opening = new AsyncDisposableStack();
  const { databaseUrl, dataDir, backups } = settings;
  let ownerUrl = databaseUrl;
  if (ownerUrl === undefined) {
    const embedded = await startEmbedded({
      dataDir,
      settings: { max_connections: embeddedConnections(settings) },
      logFolder: backups.keepsLog ? join(backups.folder, 'log') : undefined,
      log: (line) => log.debug({ source: 'postgres' }, line),
    });
    opening.defer(() => embedded.stop());
    ({ ownerUrl } = embedded);
  }
  const { pools } = opening.use(connectDatabase(settings, ownerUrl, log));
  if (databaseUrl !== undefined) await pools.ownerPool.query('SELECT').catch(adviseOnLogin);
  const open = opening.move();
  return {
    pools,
    ownerUrl,
    place: databaseUrl === undefined ? `embedded PostgreSQL in ${dataDir}` : placeOf(databaseUrl),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/**
 * Refuses to serve a database that was restored from a dump into another cluster, because new Points would not be
 * counted, and votes that a hidden count should hide would be shown.
 */
async function refuseForeignTransactionIds(ownerPool: Pool): Promise<void> {
  if (!(await hasForeignTransactionIds(ownerPool))) return;
  throw new DatabaseRefused(
    'The database was restored from a dump of another PostgreSQL, whose transaction ids it still has. ' +
      'Run once: lightstick database adopt',
  );
}

/** Connects to a database that another process has opened. Nothing connects before the first query. */
export function connectDatabase(settings: Settings, ownerUrl: string, log: Log): OpenDatabase {
  let isClosing = false;
  const pools = createPools({
    ownerUrl,
    appUrl: settings.databaseAppUrl,
    readUrl: settings.databaseReadUrl,
    connections: settings.databaseConnections,
    onIdleError(error) {
      // A stopping embedded server may end before the last connections do.
      if (!isClosing) log.warn({ err: error }, 'an idle connection to the database broke');
    },
  });
  return {
    pools,
    ownerUrl,
    place: placeOf(ownerUrl),
    [Symbol.asyncDispose]() {
      isClosing = true;
      return pools.end();
    },
  };
}

/** Warns when the workers may need more connections than the database allows, which would fail under load only. */
export async function warnOfFewConnections({ pools }: OpenDatabase, settings: Settings, log: Log): Promise<void> {
  const { rows } = await pools.ownerPool.query<{ allowed: number }>(
    "SELECT current_setting('max_connections')::integer - " +
      "current_setting('superuser_reserved_connections')::integer AS allowed",
  );
  const allowed = rows[0]?.allowed ?? 0;
  const wanted = connectionsOfAll(settings);
  if (wanted > allowed) {
    log.warn(
      { wanted, allowed },
      'the database allows fewer connections than the workers may want: lower DATABASE_CONNECTIONS',
    );
  }
}

/** A process's connections beyond DATABASE_CONNECTIONS: for votes, heavy reads, the job queue, and the owner. */
const otherConnections = 14;
const fewestEmbeddedConnections = 100;
/** Connections that commands, backups and people need. */
const spareConnections = 40;

function connectionsOfAll({ workers, databaseConnections }: Settings): number {
  // The supervisor of several workers has some too.
  return workers * (databaseConnections + otherConnections) + (workers > 1 ? otherConnections : 0);
}

/**
 * Returns the `max_connections` for a number of processes that all have these settings: what docs/operating/postgresql.md,
 * “Connections”, says, and for the embedded database what it is started with.
 */
export function connectionsFor(processes: number, settings: Settings): number {
  if (settings.databaseUrl === undefined) return embeddedConnections({ ...settings, workers: processes });
  const supervisors = settings.workers > 1 ? Math.ceil(processes / settings.workers) : 0;
  return (
    processes * (settings.databaseConnections + otherConnections) + supervisors * otherConnections + spareConnections
  );
}

/** Returns enough connections for all workers and for operators' commands. */
function embeddedConnections(settings: Settings): number {
  return Math.max(fewestEmbeddedConnections, connectionsOfAll(settings) + 2 * otherConnections);
}

/** Returns the address without its possible secrets: the login and the options. */
function placeOf(url: string): string {
  return `PostgreSQL at ${url.replace(/^\w+:\/\/([^@/]*@)?/, '').replace(/\?.*/s, '')}`;
}

/**
 * Makes sure that the application works in its role, which cannot write the ledger's tables. A pool sets the role when
 * it connects, but options in the address override that, a connection pooler may drop it, and a separate login may lack
 * it.
 * @param appPool connects as the application, to a migrated database
 * @throws DatabaseRefused that says what to do instead
 */
export async function refuseWrongRole(appPool: Pool): Promise<void> {
  const { rows } = await appPool.query<{ name: string; mayWrite: boolean; isMember: boolean }>(
    `SELECT current_user AS name, bool_or(has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')) AS "mayWrite",
            pg_has_role('lightstick_app', 'USAGE') AS "isMember"
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'ledger' AND c.relkind IN ('r', 'p')`,
  );
  const [login] = rows;
  if (login?.mayWrite) {
    throw new DatabaseRefused(
      `The application would work as "${login.name}", which may write the tables of the ledger. ` +
        'Set DATABASE_APP_URL to a login that is a member of lightstick_app and of nothing else, ' +
        'or take the options out of DATABASE_URL.',
    );
  }
  if (login && !login.isMember) {
    throw new DatabaseRefused(
      `The application would work as "${login.name}", which is not in the role lightstick_app and could read ` +
        `nothing. As the owner of the database run: GRANT lightstick_app TO "${login.name}"; ` +
        'its login must inherit the roles that it is in.',
    );
  }
}
