import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg, { type CustomTypesConfig, type ClientBase, type Pool } from 'pg';
import type { DB } from './schema.ts';

/** The role the application works as. It may read the ledger and call its functions, but write none of its tables. */
const applicationRole = 'lightstick_app';

type ConnectionOptions = {
  /** A login that owns the schema and is a member of the application's role. */
  readonly ownerUrl: string;
  /** A login for the application alone; without it the owner's login is used in the application's role. */
  readonly appUrl?: string | undefined;
  /** A login at a read replica, for the application's heavy reads. */
  readonly readUrl?: string | undefined;
  /** How many connections the application holds at most for calls, two for look-ups among them; more than those. */
  readonly connections?: number;
  /** How many batches of votes are written at once. */
  readonly voteConnections?: number;
  /** Receives failures of idle connections, such as those a restart of the database cuts. The pool replaces them. */
  readonly onIdleError?: (error: Error) => void;
  /** How long the database may be silent on a connection of the application that waits for an answer. */
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
  /** For migrations and operators' commands. Few connections, no limit on the time of a statement. */
  readonly ownerPool: pg.Pool;
  /**
   * For the queue of jobs, which only the owner may write: short statements that take jobs and report them. What jobs do goes
   * over the application's connections.
   */
  readonly queuePool: pg.Pool;
  /** For the application: named statements on hot paths. */
  readonly appPool: pg.Pool;
  /** Connections for votes alone, so that a storm of votes and the rest of the product do not wait for each other. */
  readonly votePool: pg.Pool;
  /**
   * For what a vote on its way has to know first, in short reads that may be repeated. Their patience is short, so that a
   * vote that was received in time is still written in the grace after a close when a line goes silent.
   */
  readonly lookUps: { readonly pool: pg.Pool; readonly db: Kysely<DB> };
  /** Typed queries over `appPool`. */
  readonly db: Kysely<DB>;
  /** Queries that may take minutes, over connections of their own: those of `appPool` are cut when they are silent so long. */
  readonly heavyDb: Kysely<DB>;
  /** The same at the read replica, if there is one. */
  readonly replica: { readonly pool: pg.Pool; readonly db: Kysely<DB> } | undefined;
  /** Closes every connection. Those that do not take it, or are lent out, are cut after a moment. */
  end(): Promise<void>;
};

const connectTimeoutMs = 5_000;
const idleTimeoutMs = 60_000;
const keepAliveAfterMs = 10_000;
/** What connections have to end in order. */
const endTimeoutMs = 2_000;
/** Heavy reads are few, and each process shares the result of one. */
const heavyConnections = 2;
const usualConnections = 20;
/** Look-ups are few as well: sessions are looked up many at a time, the rest is kept in memory. */
const lookUpConnections = 2;
const ownerConnections = 4;
/** Each of the two pools of workers keeps one to be told of jobs; the others take jobs, report them, and say that the pools live. */
const queueConnections = 6;

/** Limits of the application's sessions, in milliseconds: no request may hold a connection or a lock for long. */
const sessionLimits = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** A line that goes silent under a look-up, and then one under a batch of votes, leave some of the 15 s of grace after a close. */
const lookUpLimits = { statement_timeout: 4_000, lock_timeout: 3_000 };
/** `ledger.cast_votes` itself waits 5 s for a lock; this is for what comes before it. */
const voteLimits = { statement_timeout: 7_000, lock_timeout: 6_000 };
/** A server that is stopped waits for what the queue is asked, twice at most, and has half a minute for it. */
const queueLimits = { statement_timeout: 7_000, lock_timeout: 6_000 };

/**
 * Longer than a statement may take, so that a database which is merely slow answers first: a line that is silent for so long is
 * known to be dead. Of the heavy reads the longest has five minutes.
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
  const appPool = openPool({
    ...application,
    max: (options.connections ?? usualConnections) - lookUpConnections,
    application_name: 'lightstick',
  });
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
      // Over a line that has gone silent the good-bye is never answered, and what is lent out may be at work for minutes.
      const cutting = setInterval(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, endTimeoutMs);
      try {
        await Promise.all(pools.map((pool) => pool.end()));
        // A pool has ended when it has said so to its connections; a server that stops now would still find them open.
        await Promise.all(connections.values());
      } finally {
        clearInterval(cutting);
      }
    },
  };
}

/**
 * The connections that `pools` have open at any time, each with a promise that settles once it is closed. Their failures are
 * handed to `onIdleError`: without a listener one of them would end the process. A pool listens to connections that are idle
 * in it, and not to those that are lent out or on their way out.
 */
function openConnections(
  pools: readonly pg.Pool[],
  onIdleError: (error: Error) => void,
): ReadonlyMap<Socket, Promise<void>> {
  const connections = new Map<Socket, Promise<void>>();
  const report = (error: Error & { client?: unknown }): void => {
    // pg hands over the whole client with it, which belongs in no log.
    delete error.client;
    onIdleError(error);
  };
  for (const pool of pools) {
    pool.on('error', report);
    pool.on('connect', (client) => {
      client.on('error', report);
      const closed = new Promise<void>((settle) => client.once('end', settle));
      const socket = socketOf(client);
      connections.set(socket, closed);
      void closed.then(() => connections.delete(socket));
    });
  }
  return connections;
}

function queriesOver(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
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

/** What is used here of a connection's inside, which the library's types leave out. */
type Inside = {
  readonly connection: { readonly stream: Socket };
  /** Whether the server has answered everything it was asked. */
  readonly readyForQuery: boolean;
};

/**
 * Breaks a connection over which nothing has come for so long that nothing will: where a machine or a cable on the way is
 * lost, nobody says that the line has ended, and the system's own patience lasts a quarter of an hour. Whoever waits is then
 * told as if the database had ended the connection, and the pool makes another one. The pool's idle connections go with it: they
 * lead the same way, and whoever asks again must not be lent the next dead one.
 *
 * @param silenceMs longer than a statement may take, so that a database which is merely slow answers first
 */
function closeDeadConnections(pool: Pool, silenceMs: number): void {
  const idle = new Set<Socket>();
  pool.on('acquire', (client) => idle.delete(socketOf(client)));
  pool.on('release', (_error, client) => {
    const stream = socketOf(client);
    if (!stream.destroyed) idle.add(stream);
  });
  pool.on('connect', (client) => {
    const inside = insideOf(client);
    const stream = socketOf(client);
    stream.once('close', () => idle.delete(stream));
    stream.setTimeout(silenceMs, () => {
      // An idle connection has nothing to say; that it is silent is noticed when it is next asked.
      if (inside.readyForQuery) return;
      // The pool has to know of them first.
      void Promise.all([...idle].map((other) => once(other.destroy(), 'close'))).then(() => {
        if (!inside.readyForQuery) stream.destroy();
      });
    });
  });
}

/** What a connection goes over. */
function socketOf(client: ClientBase): Socket {
  return insideOf(client).connection.stream;
}

function insideOf(client: ClientBase): Inside {
  return client as unknown as Inside;
}

const { builtins } = pg.types;

/** Object identifiers of array types, which pg does not name (pg_type.dat). */
const arrays = { text: 1009, int8: 1016, date: 1182 } as const;

type Parse = (text: string) => unknown;

/** pg's types name only some of the object identifiers it accepts. */
const defaultParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parse;

/** Cuts an array's text into its elements' texts, null where an element is. */
const parseTexts = defaultParser(arrays.text) as (text: string) => (string | null)[];

/**
 * A bigint as a number. Constraints keep every amount and id below 2^53; a value beyond means that one is missing, and
 * an error is better than a number that is silently another one.
 */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} from the database is no exact number`);
  return value;
}

const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.INT8, parseBigint],
  [arrays.int8, (text) => parseTexts(text).map((element) => (element === null ? null : parseBigint(element)))],
  // A calendar day has no time zone; pg would make it midnight of the zone this process runs in.
  [builtins.DATE, (text) => text],
  [builtins.INTERVAL, (text) => text],
  [arrays.date, parseTexts],
]);

/**
 * How values come back from PostgreSQL where it differs from pg’s defaults: bigint as number, date as `YYYY-MM-DD`,
 * interval as PostgreSQL writes it.
 * It belongs to our own pools only, because libraries with pools of their own rely on the defaults.
 */
const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text') => {
    const ours = format === 'text' ? parsers.get(oid) : undefined;
    return ours ?? defaultParser(oid, format);
  }) as CustomTypesConfig['getTypeParser'],
};
