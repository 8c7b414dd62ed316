import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';
import { valueTypes } from './value-types.ts';

/** The role the application works as. It may read the ledger and call its functions, but write none of its tables. */
export const applicationRole = 'lightstick_app';

export type ConnectionOptions = {
  /** A login that owns the schema and is a member of the application's role. */
  readonly ownerUrl: string;
  /** A login for the application alone; without it the owner's login is used in the application's role. */
  readonly appUrl?: string | undefined;
  /** How many connections the application holds at most. */
  readonly connections?: number;
  /** How many batches of votes are written at once. */
  readonly voteConnections?: number;
  /** Receives failures of idle connections, such as those a restart of the database cuts. The pool replaces them. */
  readonly onIdleError?: (error: Error) => void;
};

export type Pools = {
  /** For migrations, jobs and operators' commands. Few connections, no limit on the time of a statement. */
  readonly ownerPool: pg.Pool;
  /** For the application: named statements on hot paths. */
  readonly appPool: pg.Pool;
  /** Connections for votes alone, so that a storm of votes and the rest of the product do not wait for each other. */
  readonly votePool: pg.Pool;
  /** Typed queries over `appPool`. */
  readonly db: Kysely<DB>;
  end(): Promise<void>;
};

const connectTimeoutMs = 5_000;
const idleTimeoutMs = 60_000;
const keepAliveAfterMs = 10_000;

/** Limits of the application's sessions, in milliseconds: no request may hold a connection or a lock for long. */
const sessionLimits = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** Opens the pools. Nothing connects before the first query. */
export function createPools(options: ConnectionOptions): Pools {
  const onIdleError = options.onIdleError ?? (() => undefined);
  const ownerPool = openPool({ connectionString: options.ownerUrl, max: 4, application_name: 'lightstick owner' });
  const application: pg.PoolConfig = {
    connectionString: options.appUrl ?? options.ownerUrl,
    ...(options.appUrl === undefined ? { options: `-c role=${applicationRole}` } : {}),
    ...sessionLimits,
  };
  const appPool = openPool({ ...application, max: options.connections ?? 20, application_name: 'lightstick' });
  const votePool = openPool({
    ...application,
    max: options.voteConnections ?? 2,
    application_name: 'lightstick votes',
  });
  const pools = [ownerPool, appPool, votePool];
  const connections = new Set<Promise<void>>();
  const report = (error: Error & { client?: unknown }): void => {
    // pg hands over the whole client with it, which belongs in no log.
    delete error.client;
    onIdleError(error);
  };
  for (const pool of pools) {
    // Without a listener a connection's failure would end the process. The pool listens to connections that are idle in
    // it, and not to those that are lent out or on their way out.
    pool.on('error', report);
    pool.on('connect', (client) => {
      client.on('error', report);
      const closed = new Promise<void>((settle) => client.once('end', settle));
      connections.add(closed);
      void closed.then(() => connections.delete(closed));
    });
  }
  return {
    ownerPool,
    appPool,
    votePool,
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: appPool }) }),
    async end() {
      await Promise.all(pools.map((pool) => pool.end()));
      // A pool has ended when it has said so to its connections; a server that stops now would still find them open.
      await Promise.all(connections);
    },
  };
}

function openPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool({
    types: valueTypes,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    ...config,
  });
}
