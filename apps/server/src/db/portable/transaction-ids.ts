import type { ClientBase, Pool } from 'pg';
import { sessionSettings } from './contents.ts';
import { refuseRunningServers } from './target.ts';

/**
 * Every column that holds ids of transactions, by what it says. They belong to the cluster that gave them: in another one
 * the ids begin anew, and comparisons with its own would be wrong.
 */
export const transactionIdColumns = {
  /** The transaction that wrote the row. */
  moments: ['ledger.transfer.xid', 'ledger.moved_end.xid', 'public.vote_decision.xid', 'public.participation.paid_in'],
  /** Rows of transactions before this one are counted. */
  cursors: ['public.points_earned_cursor.xid', 'public.fan_day_cursor.xid'],
  /** Which transactions were seen, as pg_snapshot. */
  snapshots: ['public.display_freeze.seen'],
} as const;

/** The smallest id of a transaction that is no special one. */
const firstId = 3;
/** The most transfers that get the same id, because counting never splits those of one id. Half of what it counts at once. */
const mostOfOneId = 5_000;

/** A numbering of transactions anew: small ids that keep every order and every answer of a comparison. */
export type Renumbering = {
  /** Every new id is below this one. */
  readonly nextId: number;
  /** Returns the SQL expression of a column's new value; undefined for a column without ids of transactions. */
  expression(table: string, column: string): string | undefined;
};

/**
 * Reads at which ids the answers of comparisons change: at cursors, at the edges of snapshots and the transactions that they
 * left out, and after so many transfers. A new id is the number of such places up to the old one.
 * @param client in the transaction that reads the rows
 */
export async function readRenumbering(client: ClientBase): Promise<Renumbering> {
  const present = await presentColumns(client);
  const places = [
    ...present(transactionIdColumns.cursors).map(({ table, column }) => `SELECT ${column} FROM ${table}`),
    ...present(transactionIdColumns.snapshots).map(
      ({ table, column }) => `
        SELECT e.xid FROM ${table}, LATERAL (
          SELECT pg_snapshot_xmin(${column}) UNION ALL SELECT pg_snapshot_xmax(${column})
          UNION ALL SELECT x FROM pg_snapshot_xip(${column}) AS x
          UNION ALL SELECT (x::text::numeric + 1)::text::xid8 FROM pg_snapshot_xip(${column}) AS x) AS e (xid)`,
    ),
    `SELECT xid FROM (SELECT xid, row_number() OVER (ORDER BY xid) AS place FROM ledger.transfer) t
      WHERE place % ${mostOfOneId} = 0`,
  ];
  const { rows } = await client.query<{ xid: string }>(
    `SELECT xid::text AS xid FROM (${places.join(' UNION ALL ')}) p (xid) GROUP BY p.xid ORDER BY p.xid`,
  );
  const edges = `'{${rows.map(({ xid }) => xid).join()}}'::xid8[]`;
  const number = (id: string) => `(width_bucket(${id}, ${edges}) + ${firstId})::text::xid8`;
  return {
    nextId: rows.length + firstId + 1,
    expression(table, column) {
      const name = `${table}.${column}`;
      if (isListed(transactionIdColumns.snapshots, name)) {
        const [from, until] = [`pg_snapshot_xmin(${column})`, `pg_snapshot_xmax(${column})`].map(number);
        const leftOut = `SELECT string_agg(${number('x')}::text, ',' ORDER BY x) FROM pg_snapshot_xip(${column}) AS x`;
        return `concat(${from}, ':', ${until}, ':', (${leftOut}))::pg_snapshot`;
      }
      const isId = isListed(transactionIdColumns.moments, name) || isListed(transactionIdColumns.cursors, name);
      return isId ? number(column) : undefined;
    },
  };
}

/**
 * Returns whether the database holds ids of transactions that its cluster has not given yet, as after a dump and restore: new
 * points would not be counted until the ids have passed the old ones.
 * @param pool connects as the owner of the schema
 */
export async function hasForeignTransactionIds(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const present = await presentColumns(client);
    // Participations and decisions have transfers of the same transaction, which an index finds.
    const quick = ['ledger.transfer.xid', 'ledger.moved_end.xid', ...transactionIdColumns.cursors];
    const later = [
      ...present(quick).map(({ table, column }) => `EXISTS (SELECT FROM ${table} WHERE ${column} >= s.next)`),
      ...present(transactionIdColumns.snapshots).map(
        ({ table, column }) => `EXISTS (SELECT FROM ${table} WHERE pg_snapshot_xmax(${column}) > s.next)`,
      ),
    ];
    const { rows } = await client.query<{ isForeign: boolean }>(
      `SELECT ${later.join(' OR ') || 'false'} AS "isForeign"
         FROM (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next) s`,
    );
    return rows[0]?.isForeign ?? false;
  } finally {
    client.release();
  }
}

/**
 * Uses up ids of transactions until all those of the rows lie in the past.
 * @param client outside a transaction
 */
export async function passTransactionIds(client: ClientBase, nextId: number): Promise<void> {
  let last = 0;
  while (last < nextId) {
    const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    last = Number(rows[0]?.id);
  }
}

/**
 * Numbers the ids of another cluster anew, so that what was counted stays counted, what a hidden count shows stays, and new
 * rows come after all of it, also those that were written since the restore. One transaction; it rewrites every transfer once.
 * @param pool connects as the owner of the schema; no server runs
 * @param beforeCommit comes last in the transaction
 */
export async function adoptTransactionIds(
  pool: Pool,
  beforeCommit: (client: ClientBase) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await refuseRunningServers(client);
    const renumbering = await readRenumbering(client);
    await passTransactionIds(client, renumbering.nextId + 1);
    const present = await presentColumns(client);
    await client.query(`BEGIN; ${sessionSettings}`);
    const isNew = await newTransfers(client);
    for (const { table, column } of present(Object.values(transactionIdColumns).flat())) {
      const renumbered = renumbering.expression(table, column);
      const value =
        table === 'ledger.transfer' && isNew
          ? `CASE WHEN ${isNew} THEN '${renumbering.nextId}'::xid8 ELSE ${renumbered} END`
          : renumbered;
      // Guards of history refuse every change of a row.
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await client.query(`UPDATE ${table} SET ${column} = ${value}`);
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
    await beforeCommit(client);
    await client.query('COMMIT');
    isDone = true;
  } finally {
    client.release(!isDone);
  }
}

/** Returns the SQL condition of transfers since the restore: their ids are of this cluster, and come after all others. */
async function newTransfers(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ next: string; last: string | null }>(
    `SELECT s.next::text AS next, (SELECT max(id) FROM ledger.transfer WHERE xid >= s.next)::text AS last
       FROM (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next) s`,
  );
  const { next, last } = rows[0] ?? {};
  return last ? `xid < '${next}'::xid8 AND id > ${last}` : undefined;
}

/** An older schema may lack some of the columns. */
async function presentColumns(client: ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%s.%s.%s', n.nspname, c.relname, a.attname) AS name
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE a.atttypid IN ('xid8'::regtype, 'pg_snapshot'::regtype) AND n.nspname IN ('ledger', 'public')
        AND NOT a.attisdropped`,
  );
  const names = new Set(rows.map(({ name }) => name));
  return (columns: readonly string[]) =>
    columns
      .filter((name) => names.has(name))
      .map((name) => {
        const dot = name.lastIndexOf('.');
        return { table: name.slice(0, dot), column: name.slice(dot + 1) };
      });
}

function isListed(columns: readonly string[], name: string): boolean {
  return columns.includes(name);
}
