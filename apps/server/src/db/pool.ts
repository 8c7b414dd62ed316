import { once } from 'node:events';
import type { Socket } from 'node:net';
import pg, { type ClientBase, type CustomTypesConfig } from 'pg';
import { inSpan, openSpan } from '#/lib/tracing.ts';
import { currentCall, type EndTurn } from '#/lib/turns.ts';

const connectTimeoutMs = 5_000;
const idleTimeoutMs = 60_000;
const keepAliveAfterMs = 10_000;

export function openPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool({
    types: valueTypes,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    ...config,
  });
}

const { builtins } = pg.types;

/** Object identifiers of array types, which pg does not name (pg_type.dat). */
const arrays = { text: 1009, int8: 1016, date: 1182 } as const;

type Parse = (text: string) => unknown;

/** pg's types name only some of the object identifiers it accepts. */
const defaultParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parse;

/** Splits an array's text into its elements, with null for missing ones. */
const parseTexts = defaultParser(arrays.text) as (text: string) => (string | null)[];

/** Parses a bigint as a number. Constraints keep every amount and id below 2^53, so a larger value is an error. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} from the database is no exact number`);
  return value;
}

const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [builtins.INT8, parseBigint],
  [arrays.int8, (text) => parseTexts(text).map((element) => (element === null ? null : parseBigint(element)))],
  // A date has no time zone; pg would make it midnight in this process's zone.
  [builtins.DATE, (text) => text],
  [builtins.INTERVAL, (text) => text],
  [arrays.date, parseTexts],
]);

/**
 * Types that differ from pg's defaults: bigint as number, date as `YYYY-MM-DD`, interval as PostgreSQL writes it. Only
 * our pools use them, because the pools of libraries rely on the defaults.
 */
const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text') => {
    const ours = format === 'text' ? parsers.get(oid) : undefined;
    return ours ?? defaultParser(oid, format);
  }) as CustomTypesConfig['getTypeParser'],
};

type ConnectCallback = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/**
 * Lets each call wait for its turn before it takes a connection of the pool, also for the pool's own queries. So a call that
 * waits for another one's lock waits in memory, and the connections are there for those who can use them.
 */
export function waitForTurns(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);

  async function connectInTurn(takeTurn: () => Promise<EndTurn>): Promise<pg.PoolClient> {
    const span = openSpan('database');
    let endTurn: EndTurn | undefined;
    const end = () => {
      span?.end();
      endTurn?.();
    };
    try {
      endTurn = await inSpan('turn', {}, takeTurn);
      return endingTurn(await connect(), end);
    } catch (error) {
      end();
      throw error;
    }
  }

  function connectAnyhow(connected?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const call = currentCall();
    if (!call) {
      if (!connected) return connect();
      connect(connected);
      return undefined;
    }
    const connecting = connectInTurn(() => call.turnAtDatabase());
    if (!connected) return connecting;
    connecting.then(
      (client) => connected(undefined, client, (reason) => client.release(reason)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
    return undefined;
  }

  pool.connect = connectAnyhow as typeof pool.connect;
}

/** Wraps `release`, because the pool gives a connection a new one each time. */
function endingTurn(client: pg.PoolClient, endTurn: EndTurn): pg.PoolClient {
  const release = client.release.bind(client);
  client.release = (reason) => {
    endTurn();
    release(reason);
  };
  return client;
}

/**
 * Ignores a second release of a connection. The queue's library releases one twice when it stops while the database cuts it,
 * and the pool's complaint would end the process.
 */
export function allowSecondRelease(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  const connectOnce = (connected?: ConnectCallback) => {
    if (!connected) return connect();
    connect((error, client, release) => {
      let isReleased = false;
      connected(error, client, (reason) => {
        if (isReleased) return;
        isReleased = true;
        release(reason);
      });
    });
    return undefined;
  };
  pool.connect = connectOnce as typeof pool.connect;
}

/**
 * Keeps the pools' open connections, each with a promise that settles when it closes. Their errors go to `onIdleError`:
 * without a listener an error would end the process, and pools listen to idle connections only.
 */
export function openConnections(
  pools: readonly pg.Pool[],
  onIdleError: (error: Error) => void,
): ReadonlyMap<Socket, Promise<void>> {
  const connections = new Map<Socket, Promise<void>>();
  const report = (error: Error & { client?: unknown }): void => {
    // pg attaches the whole client, which does not belong in logs.
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

/** Internals of a connection that the library's types omit. */
type Inside = {
  readonly connection: { readonly stream: Socket };
  /** Whether the server has answered everything. */
  readonly readyForQuery: boolean;
};

/**
 * Breaks a connection after too long a silence: a lost machine or cable closes nothing, and the system's own timeout is a
 * quarter of an hour. Waiting queries fail as if the database had ended the connection, and the pool opens another. Idle
 * connections of the pool are broken too, because they use the same way.
 * @param silenceMs longer than a statement may take, so that a slow database answers first
 */
export function closeDeadConnections(pool: pg.Pool, silenceMs: number): void {
  const idle = new Set<Socket>();
  pool.on('acquire', (client) => idle.delete(socketOf(client)));
  pool.on('release', (_error, client) => {
    const stream = socketOf(client);
    if (!stream.destroyed) idle.add(stream);
  });
  pool.on('connect', (client) => {
    const inside = client as unknown as Inside;
    const stream = socketOf(client);
    stream.once('close', () => idle.delete(stream));
    stream.setTimeout(silenceMs, () => {
      // An idle connection is silent; a dead one is noticed at its next query.
      if (inside.readyForQuery) return;
      // The pool must know about them first.
      void Promise.all([...idle].map((other) => once(other.destroy(), 'close'))).then(() => {
        if (!inside.readyForQuery) stream.destroy();
      });
    });
  });
}

function socketOf(client: ClientBase): Socket {
  return (client as unknown as Inside).connection.stream;
}
