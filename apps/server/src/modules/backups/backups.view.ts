import type { Pool, PoolClient } from 'pg';

/** What a database is, as a restore compares it with a release. */
export type DatabaseFacts = Sizes & {
  readonly migrations: string[];
  readonly postgres: { readonly version: string; readonly major: number };
  readonly systemId: string;
};

type Sizes = {
  /** The size of this database in bytes. */
  readonly bytes: number;
  /** The size of all databases of the cluster in bytes, as far as the login may see them. */
  readonly clusterBytes: number;
};

/** Reads the facts of a database, also of one that an older release made. */
export async function readDatabaseFacts(ownerPool: Pool): Promise<DatabaseFacts> {
  const { rows } = await ownerPool.query<{ version: string; major: number; systemId: string } & Sizes>(
    `SELECT current_setting('server_version') AS version,
            current_setting('server_version_num')::integer / 10000 AS major,
            (SELECT system_identifier::text FROM pg_control_system()) AS "systemId",
            pg_database_size(current_database()) AS bytes,
            (SELECT sum(pg_database_size(oid)) FROM pg_database
              WHERE has_database_privilege(oid, 'CONNECT'))::bigint AS "clusterBytes"`,
  );
  const { rows: applied } = await ownerPool.query<{ name: string }>('SELECT name FROM public.migration ORDER BY name');
  const unknown = { version: '', major: 0, systemId: '', bytes: 0, clusterBytes: 0 };
  const { version, major, ...facts } = rows[0] ?? unknown;
  return { ...facts, migrations: applied.map(({ name }) => name), postgres: { version, major } };
}

/** Returns the names of tablespaces beside PostgreSQL's own, whose files are outside the data directory. */
export async function listTablespaces(ownerPool: Pool): Promise<string[]> {
  const { rows } = await ownerPool.query<{ name: string }>(
    "SELECT spcname AS name FROM pg_tablespace WHERE spcname NOT LIKE 'pg\\_%' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

/** What moved in one unit and kind of pool: the amount is to fans, less what came from them. */
type UnitSum = { readonly unit: number; readonly pool: string; readonly transfers: number; readonly amount: string };

/** Sums of all transfers that a snapshot of PostgreSQL includes, so that any later state has the same ones. */
export type LedgerSums = { readonly snapshot: string; readonly sums: UnitSum[] };

/** @param snapshot an earlier one; by default the present one */
export async function readLedgerSums(ownerPool: Pool, snapshot?: string): Promise<LedgerSums> {
  const client = await ownerPool.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const asked = snapshot ?? (await presentSnapshot(client));
    const { rows } = await client.query<UnitSum>(
      `SELECT t.unit, p.kind AS pool, count(*) AS transfers, sum(t.direction * t.amount)::text AS amount
         FROM ledger.transfer t JOIN ledger.pool p ON p.id = t.pool
        WHERE pg_visible_in_snapshot(t.xid, $1::pg_snapshot)
        GROUP BY 1, 2 ORDER BY 1, 2`,
      [asked],
    );
    return { snapshot: asked, sums: rows };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function presentSnapshot(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
  return rows[0]?.snapshot ?? '';
}

/**
 * Compares every B-tree index with its table and the rules of its order.
 * @returns how many are right
 * @throws what PostgreSQL finds wrong
 */
export async function checkIndexes(ownerPool: Pool): Promise<number> {
  const client = await ownerPool.connect();
  try {
    await client.query('BEGIN');
    // Undone below: the platform does not need the extension.
    await client.query('CREATE EXTENSION IF NOT EXISTS amcheck');
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*) AS count FROM (
         SELECT bt_index_check(c.oid, heapallindexed => true)
           FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
          WHERE a.amname = 'btree' AND c.relpersistence = 'p' AND c.relkind = 'i' AND i.indisready AND i.indisvalid
         OFFSET 0) checked`,
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** When the last backup and the last drill ended that succeeded. */
export type BackupTimes = { readonly backup: Date | null; readonly drill: Date | null };

export async function readBackupTimes(pool: Pick<Pool, 'query'>): Promise<BackupTimes> {
  const { rows } = await pool.query<BackupTimes>(
    `SELECT max(ended_at) FILTER (WHERE kind = 'backup') AS backup, max(ended_at) FILTER (WHERE kind = 'drill') AS drill
       FROM backup_run WHERE failure IS NULL`,
  );
  return rows[0] ?? { backup: null, drill: null };
}
