import { Counter, Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';
import { machineClock } from '#/lib/clock.ts';
import { readForScrapes } from '#/lib/scrape-reading.ts';
import type { Log } from '#/log.ts';
import type { Pools } from './connect.ts';

/** A value, with the labels of its series. */
type Sample = { readonly value: number; readonly labels?: Readonly<Record<string, string>> };

type Figures = Awaited<ReturnType<typeof readServers>>;

type Metric = {
  readonly name: string;
  readonly help: string;
  readonly labelNames: string[];
  readonly samples: (figures: Figures) => readonly Sample[];
  readonly kind: 'counter' | 'gauge';
};

type Define = (name: string, help: string, labels: readonly string[], samples: Metric['samples']) => Metric;
const define =
  (kind: Metric['kind']): Define =>
  (name, help, labels, samples) => ({ name, help, labelNames: [...labels], samples, kind });
const gauge = define('gauge');
/** Grows, but for a reset of PostgreSQL's statistics. */
const counter = define('counter');

/** The sample of a figure without labels; none while it is unknown. */
const one = (value: number | undefined): readonly Sample[] => (value === undefined ? [] : [{ value }]);

const each = <Row>(rows: readonly Row[] | undefined, sample: (row: Row) => Sample): readonly Sample[] =>
  rows?.map(sample) ?? [];

/** The samples of two figures of the server, each with its value of one label. */
function pair(server: ServerFigures | undefined, label: string, values: Partial<Record<keyof ServerFigures, string>>) {
  if (!server) return [];
  const figures = Object.entries(values) as [keyof ServerFigures, string][];
  return figures.map(([figure, value]) => ({ value: server[figure], labels: { [label]: value } }));
}

const metrics: readonly Metric[] = [
  gauge(
    'lightstick_postgres_up',
    'Whether the last question to the database, or to the read replica, was answered.',
    ['server'],
    ({ servers }) => servers.map(({ server, isUp }) => ({ value: Number(isUp), labels: { server } })),
  ),
  gauge(
    'lightstick_postgres_sees_all',
    "Whether the server's login may look into the sessions of others (pg_read_all_stats).",
    ['server'],
    ({ servers }) =>
      servers.flatMap(({ server, seesAll }) =>
        seesAll === undefined ? [] : { value: Number(seesAll), labels: { server } },
      ),
  ),
  gauge(
    'lightstick_postgres_longest_transaction_seconds',
    'Age of the oldest open transaction of a client, among the sessions that the login may look into.',
    ['server'],
    ({ servers }) =>
      servers.flatMap(({ server, longestSeconds }) =>
        longestSeconds === undefined ? [] : { value: longestSeconds, labels: { server } },
      ),
  ),
  gauge(
    'lightstick_postgres_replication_lag_seconds',
    'How far a standby is behind; the read replica tells its own lag, the primary that of the others.',
    ['standby'],
    ({ standbys }) => standbys.map(({ standby, lagSeconds }) => ({ value: lagSeconds, labels: { standby } })),
  ),
  gauge(
    'lightstick_postgres_sessions',
    'Sessions by what they do; hidden are those that the login of DATABASE_URL may not look into.',
    ['state'],
    ({ primary }) => each(primary?.sessions, ({ state, count }) => ({ value: count, labels: { state } })),
  ),
  gauge('lightstick_postgres_connections', 'Connections to all databases of the server.', [], ({ primary }) =>
    one(primary?.server.connections),
  ),
  gauge('lightstick_postgres_max_connections', 'Connections that the server takes.', [], ({ primary }) =>
    one(primary?.server.maxConnections),
  ),
  counter(
    'lightstick_postgres_transactions_total',
    'Transactions of the database, by whether they were committed or rolled back.',
    ['outcome'],
    ({ primary }) => pair(primary?.server, 'outcome', { commits: 'committed', rollbacks: 'rolled back' }),
  ),
  counter(
    'lightstick_postgres_blocks_total',
    'Blocks that were read, by whether the buffers had them.',
    ['from'],
    ({ primary }) => pair(primary?.server, 'from', { hits: 'buffers', reads: 'disk' }),
  ),
  counter('lightstick_postgres_deadlocks_total', 'Deadlocks of the database.', [], ({ primary }) =>
    one(primary?.server.deadlocks),
  ),
  counter(
    'lightstick_postgres_temporary_bytes_total',
    'Bytes that queries wrote into temporary files.',
    [],
    ({ primary }) => one(primary?.server.temporaryBytes),
  ),
  gauge('lightstick_postgres_database_bytes', 'Size of the database on the disk, without its log.', [], ({ primary }) =>
    one(primary?.server.databaseBytes),
  ),
  counter('lightstick_postgres_wal_bytes_total', 'Bytes of log that the server has written.', [], ({ primary }) =>
    one(primary?.server.walBytes),
  ),
  gauge(
    'lightstick_postgres_frozen_age_transactions',
    'Age of the oldest unfrozen transaction id of all databases; at two billion the server stops writing.',
    [],
    ({ primary }) => one(primary?.server.frozenAge),
  ),
  gauge(
    'lightstick_postgres_snapshot_age_transactions',
    'Transactions since the oldest snapshot that a session, a standby or a slot holds; dead rows since then stay.',
    [],
    ({ primary }) => one(primary?.server.snapshotAge),
  ),
  gauge('lightstick_postgres_locks_waited_for', 'Locks that a session waits for.', [], ({ primary }) =>
    one(primary?.server.locksWaitedFor),
  ),
  counter(
    'lightstick_postgres_archived_total',
    'Files of the log by whether the archive took them.',
    ['outcome'],
    ({ primary }) => pair(primary?.server, 'outcome', { archived: 'archived', archiveFailures: 'failed' }),
  ),
  gauge(
    'lightstick_postgres_dead_rows',
    'Dead rows that vacuum has not yet cleared, of the ten tables with the most.',
    ['table'],
    ({ primary }) => each(primary?.tables, ({ table, deadRows }) => ({ value: deadRows, labels: { table } })),
  ),
  gauge(
    'lightstick_postgres_slot_active',
    'Whether the standby or archiver of a replication slot is connected.',
    ['slot'],
    ({ primary }) => each(primary?.slots, ({ slot, isActive }) => ({ value: Number(isActive), labels: { slot } })),
  ),
  gauge(
    'lightstick_postgres_slot_retained_bytes',
    'Bytes of log that a replication slot holds back.',
    ['slot'],
    ({ primary }) => each(primary?.slots, ({ slot, retainedBytes }) => ({ value: retainedBytes, labels: { slot } })),
  ),
];

/**
 * Publishes what PostgreSQL tells about itself, as far as the login of DATABASE_URL may know it: sessions of other logins and
 * the lag of standbys take `pg_read_all_stats`. Of several workers the supervisor publishes it, once for all.
 */
export function publishPostgres(registry: Registry, pools: Pick<Pools, 'queuePool' | 'replica'>, log: Log): void {
  const warn = (error: unknown) => log.warn({ err: error }, 'the figures of PostgreSQL could not be read');
  const reading = readForScrapes(machineClock, () => readServers(pools, warn), warn);
  for (const { kind, samples, ...named } of metrics) {
    const options = { ...named, registers: [registry] };
    const current = () => samples(reading.last() ?? { servers: [], standbys: [], primary: undefined });
    if (kind === 'gauge') {
      new Gauge({
        ...options,
        collect() {
          forgetAll(this);
          for (const sample of current()) this.set(sample.labels ?? {}, sample.value);
        },
      });
    } else {
      new Counter({
        ...options,
        collect() {
          forgetAll(this);
          for (const sample of current()) this.inc(sample.labels ?? {}, sample.value);
        },
      });
    }
  }
}

/** Removes every series. After a reset alone, one without labels would be 0, as if that were known. */
function forgetAll(metric: Gauge | Counter): void {
  metric.reset();
  metric.remove({});
}

/** Reads the figures of the database and of the read replica. One that is away has none, and its failure is reported. */
async function readServers(
  { queuePool, replica }: Pick<Pools, 'queuePool' | 'replica'>,
  onFailure: (error: unknown) => void,
) {
  const orNothing = <T>(reading: Promise<T>) =>
    reading.catch((error: unknown) => {
      onFailure(error);
      return undefined;
    });
  const [primary, replicated] = await Promise.all([
    orNothing(readPrimary(queuePool)),
    replica && orNothing(readReplica(replica.pool)),
  ]);
  const servers: Server[] = [{ server: 'primary', isUp: primary !== undefined, ...primary?.sight }];
  if (replica) servers.push({ server: 'replica', isUp: replicated !== undefined, ...replicated?.sight });
  const ownLag = replicated ? [{ standby: 'DATABASE_READ_URL', lagSeconds: replicated.lagSeconds }] : [];
  return { servers, standbys: [...(primary?.standbys ?? []), ...ownLag], primary };
}

type Sight = { readonly seesAll: boolean; readonly longestSeconds: number };
type Server = { readonly server: string; readonly isUp: boolean } & Partial<Sight>;
type Standby = { readonly standby: string; readonly lagSeconds: number };

async function readPrimary(pool: Pool) {
  const sight = await firstRow<Sight>(pool, sightQuery);
  const server = await firstRow<ServerFigures>(pool, serverQuery);
  const { rows: sessions } = await pool.query<{ state: string; count: number }>(sessionsQuery);
  const { rows: tables } = await pool.query<{ table: string; deadRows: number }>(tablesQuery);
  const { rows: slots } = await pool.query<Slot>(slotsQuery);
  const standbys = sight.seesAll ? (await pool.query<Standby>(standbysQuery)).rows : [];
  return { sight, server, sessions, tables, slots, standbys };
}

async function readReplica(pool: Pool) {
  const sight = await firstRow<Sight>(pool, sightQuery);
  const { lagSeconds } = await firstRow<{ lagSeconds: number }>(pool, ownLagQuery);
  return { sight, lagSeconds };
}

async function firstRow<Row extends object>(pool: Pool, query: string): Promise<Row> {
  const { rows } = await pool.query<Row>(query);
  if (!rows[0]) throw new Error('PostgreSQL told no figures');
  return rows[0];
}

type Slot = { readonly slot: string; readonly isActive: boolean; readonly retainedBytes: number };

/** Without the right to look into other logins' sessions their kind and their times are null. */
const sightQuery = `
  SELECT pg_has_role('pg_read_all_stats', 'USAGE') AS "seesAll",
         (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::double precision
            FROM pg_stat_activity WHERE backend_type = 'client backend') AS "longestSeconds"`;

type ServerFigures = {
  readonly connections: number;
  readonly maxConnections: number;
  readonly commits: number;
  readonly rollbacks: number;
  readonly hits: number;
  readonly reads: number;
  readonly deadlocks: number;
  readonly temporaryBytes: number;
  readonly databaseBytes: number;
  readonly walBytes: number;
  readonly frozenAge: number;
  readonly snapshotAge: number;
  readonly locksWaitedFor: number;
  readonly archived: number;
  readonly archiveFailures: number;
};

const serverQuery = `
  SELECT (SELECT sum(numbackends) FROM pg_stat_database)::integer AS connections,
         current_setting('max_connections')::integer AS "maxConnections",
         d.xact_commit AS commits, d.xact_rollback AS rollbacks, d.blks_hit AS hits, d.blks_read AS reads,
         d.deadlocks, d.temp_bytes AS "temporaryBytes", pg_database_size(d.datid) AS "databaseBytes",
         (pg_current_wal_lsn() - '0/0')::bigint AS "walBytes",
         (SELECT max(age(datfrozenxid)) FROM pg_database) AS "frozenAge",
         (SELECT coalesce(max(age(xmin)), 0)
            FROM (SELECT backend_xmin FROM pg_stat_activity WHERE pid <> pg_backend_pid()
                  UNION ALL SELECT xmin FROM pg_replication_slots) AS held (xmin)) AS "snapshotAge",
         (SELECT count(*) FROM pg_locks WHERE NOT granted) AS "locksWaitedFor",
         a.archived_count AS archived, a.failed_count AS "archiveFailures"
    FROM pg_stat_database d CROSS JOIN pg_stat_archiver a
   WHERE d.datname = current_database()`;

const sessionsQuery = `
  SELECT coalesce(state, 'hidden') AS state, count(*) FROM pg_stat_activity WHERE datid IS NOT NULL GROUP BY 1`;

const tablesQuery = `
  SELECT schemaname || '.' || relname AS "table", n_dead_tup AS "deadRows"
    FROM pg_stat_user_tables ORDER BY n_dead_tup DESC, 1 LIMIT 10`;

const slotsQuery = `
  SELECT slot_name AS slot, active AS "isActive",
         coalesce(pg_current_wal_lsn() - restart_lsn, 0)::bigint AS "retainedBytes"
    FROM pg_replication_slots`;

const standbysQuery = `
  SELECT application_name AS standby, max(coalesce(extract(epoch FROM replay_lag), 0))::double precision AS "lagSeconds"
    FROM pg_stat_replication WHERE application_name <> '' AND state <> 'backup' GROUP BY 1`;

/** The job queue commits every two seconds, so the last commit is never old where all is well. */
const ownLagQuery = `
  SELECT coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::double precision
      AS "lagSeconds"`;
