import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { DB } from './schema.ts';
import { allowSecondRelease, closeDeadConnections, openConnections, openPool, waitForTurns } from './pool.ts';
import { machineClock } from '#/lib/clock.ts';

/** The application's role. It may read the ledger and call its functions, but write none of its tables. */
const applicationRole = 'lightstick_app';

type ConnectionOptions = {
  /** A login that owns the schema and is a member of the application's role. */
  readonly ownerUrl: string;
  /** A login for the application; without it the owner's login switches to the application's role. */
  readonly appUrl?: string | undefined;
  /** A login at a read replica, for the application's heavy reads. */
  readonly readUrl?: string | undefined;
  /** The application's connections for calls and look-ups; at least three, as two are for look-ups. */
  readonly connections?: number;
  /** The number of vote batches written at once. */
  readonly voteConnections?: number;
  /** Receives failures of idle connections, such as after a database restart. The pool replaces them. */
  readonly onIdleError?: (error: Error) => void;
  /** The longest silence on a connection that waits for an answer. */
  readonly silenceMs?: Silences;
};

type Silences = {
  readonly votes: number;
  readonly lookUps: number;
  readonly calls: number;
  readonly queue: number;
  readonly heavyReads: number;
};

export type Pools = {
  /** Serves migrations and operators' commands: few connections, no statement timeout. */
  readonly ownerPool: pg.Pool;
  /**
   * Serves the job queue, which only the owner may write: short statements that take and report jobs. The jobs
   * themselves use the application's connections.
   */
  readonly queuePool: pg.Pool;
  /** Serves the application: named statements on hot paths. */
  readonly appPool: pg.Pool;
  /** Serves votes only, so that a storm of votes and other calls do not wait for each other. */
  readonly votePool: pg.Pool;
  /**
   * Serves short reads that a vote needs first and that may be repeated. Their timeouts are short, so that a vote
   * received in time is still written in the grace after a close when a connection goes silent.
   */
  readonly lookUps: { readonly pool: pg.Pool; readonly db: Kysely<DB> };
  /** Typed queries over `appPool`. */
  readonly db: Kysely<DB>;
  /** Serves queries that may take minutes, on its own connections, because `appPool` cuts silent ones. */
  readonly heavyDb: Kysely<DB>;
  /** The same at the read replica, if there is one. */
  readonly replica: { readonly pool: pg.Pool; readonly db: Kysely<DB> } | undefined;
  /** Closes every connection. Those that are in use or do not answer are cut after a moment. */
  end(): Promise<void>;
};

/** The time for an orderly end of connections. */
const endTimeoutMs = 2_000;
/** Heavy reads are rare, and each process shares the result of one. */
const heavyConnections = 2;
const usualConnections = 20;
/** Look-ups are rare as well: sessions are batched, the rest is cached. */
const lookUpConnections = 2;
const ownerConnections = 4;
/** Each of the two worker pools listens for jobs on one; the others take and report jobs, and send heartbeats. */
const queueConnections = 6;

/**
 * Limits of the application's sessions in milliseconds: no request holds a connection or a lock for long. Calls of one process
 * wait for locks in memory; those of several meet in the database.
 */
const sessionLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * A silent connection under a look-up, and then one under a batch of votes, together stay below the 15 s of grace after a
 * close.
 */
const lookUpLimits = { statement_timeout: 4_000, lock_timeout: 3_000 };
/** `ledger.cast_vote_batch` waits up to 5 s for a lock; this covers what comes before. */
const voteLimits = { statement_timeout: 7_000, lock_timeout: 6_000 };
/** A stop waits for up to two queue statements, and has half a minute. */
const queueLimits = { statement_timeout: 7_000, lock_timeout: 6_000 };

/**
 * Longer than a statement may take, so that a slow database answers first and longer silence means a dead connection. The
 * longest heavy read has five minutes.
 */
const usualSilenceMs: Silences = {
  votes: voteLimits.statement_timeout + 1_000,
  lookUps: lookUpLimits.statement_timeout + 1_000,
  calls: sessionLimits.statement_timeout + 1_000,
  queue: queueLimits.statement_timeout + 1_000,
  heavyReads: 6 * 60_000,
};

/** Opens the pools. Nothing connects before the first query. */
export function createPools(options: ConnectionOptions): Pools {
  const ownerPool = openPool({
    connectionString: options.ownerUrl,
    max: ownerConnections,
    application_name: 'lightstick owner',
  });
  const queuePool = openPool({
    connectionString: options.ownerUrl,
    ...queueLimits,
    max: queueConnections,
    application_name: 'lightstick queue',
  });
  const application: pg.PoolConfig = {
    connectionString: options.appUrl ?? options.ownerUrl,
    ...(options.appUrl === undefined ? { options: `-c role=${applicationRole}` } : {}),
    ...sessionLimits,
  };
  const calls: pg.PoolConfig = { ...application, application_name: 'lightstick' };
  const appPool = openPool({ ...calls, max: (options.connections ?? usualConnections) - lookUpConnections });
  waitForTurns(appPool);
  const lookUpPool = openPool({
    ...application,
    ...lookUpLimits,
    max: lookUpConnections,
    application_name: 'lightstick look-ups',
  });
  const votePool = openPool({
    ...application,
    ...voteLimits,
    max: options.voteConnections ?? 2,
    application_name: 'lightstick votes',
  });
  const silenceMs = options.silenceMs ?? usualSilenceMs;
  const heavy: pg.PoolConfig = { ...application, max: heavyConnections, application_name: 'lightstick heavy reads' };
  const heavyPool = openPool(heavy);
  const replicaPool =
    options.readUrl === undefined ? undefined : openPool({ ...heavy, connectionString: options.readUrl });
  closeDeadConnections(appPool, silenceMs.calls);
  closeDeadConnections(lookUpPool, silenceMs.lookUps);
  closeDeadConnections(votePool, silenceMs.votes);
  closeDeadConnections(queuePool, silenceMs.queue);
  allowSecondRelease(queuePool);
  const heavyPools = [heavyPool, ...(replicaPool ? [replicaPool] : [])];
  for (const pool of heavyPools) closeDeadConnections(pool, silenceMs.heavyReads);
  const pools = [ownerPool, queuePool, appPool, lookUpPool, votePool, ...heavyPools];
  const connections = openConnections(pools, options.onIdleError ?? (() => undefined));
  return {
    ownerPool,
    queuePool,
    appPool,
    votePool,
    lookUps: { pool: lookUpPool, db: queriesOver(lookUpPool) },
    db: queriesOver(appPool),
    heavyDb: queriesOver(heavyPool),
    replica: replicaPool && { pool: replicaPool, db: queriesOver(replicaPool) },
    async end() {
      // A dead connection never answers the termination message, and a connection in use may work for minutes.
      const cutting = machineClock.every(endTimeoutMs, () => {
        for (const socket of connections.keys()) socket.destroy();
      });
      try {
        await Promise.all(pools.map((pool) => pool.end()));
        // A pool's end only means that it sent the message; the sockets close later.
        await Promise.all(connections.values());
      } finally {
        cutting.cancel();
      }
    },
  };
}

/** Lets the query builder use a pool. */
export function queriesOver(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
