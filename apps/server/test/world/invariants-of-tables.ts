import type pg from 'pg';
import { type Invariant, readInvariants } from '#/modules/points/invariants.view.ts';

/** An invariant with all tables that its answer depends on; without them where a function may read any. */
export type InvariantOfTables = Invariant & { readonly tables: readonly string[] | null };

/** Finds what each invariant reads as the database itself does for a view, through other views. */
export async function invariantsOfTables(ownerPool: pg.Pool): Promise<readonly InvariantOfTables[]> {
  const client = await ownerPool.connect();
  try {
    await client.query('BEGIN');
    const found: InvariantOfTables[] = [];
    for (const invariant of await readInvariants()) {
      await client.query(`CREATE OR REPLACE TEMP VIEW invariant AS SELECT 1 FROM (${invariant.query}\n) AS violation`);
      const { rows } = await client.query<{ table: string | null }>(usedByView);
      const tables = rows.map(({ table }) => table).filter((table) => table !== null);
      const isKnown = rows.length > 0 && tables.length === rows.length;
      found.push({ ...invariant, tables: isKnown ? tables : null });
    }
    return found;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Tables by name, a partition by that of the whole; each function of ours as null. */
const usedByView = `
  WITH RECURSIVE used AS (
    SELECT 'pg_class'::regclass::oid AS kind, 'pg_temp.invariant'::regclass::oid AS object
     UNION
    SELECT d.refclassid, d.refobjid
      FROM used u
      JOIN pg_rewrite r ON u.kind = 'pg_class'::regclass AND r.ev_class = u.object
      JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
  )
  SELECT DISTINCT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS table
    FROM used u JOIN pg_class c ON u.kind = 'pg_class'::regclass AND c.oid = u.object AND c.relkind <> 'v'
   UNION ALL
  SELECT NULL FROM used u WHERE u.kind = 'pg_proc'::regclass`;

/**
 * Returns the invariants that read a table in which something was ever written. Each of the others says the same of the
 * template.
 */
export async function invariantsOfWritten(
  ownerPool: pg.Pool,
  invariants: readonly InvariantOfTables[],
): Promise<readonly Invariant[]> {
  const { rows } = await ownerPool.query<{ table: string }>(
    `SELECT DISTINCT coalesce(pg_partition_root(oid), oid)::regclass::text AS table
       FROM pg_class WHERE oid >= 16384 AND relkind IN ('r', 'm') AND pg_relation_size(oid) > 0`,
  );
  const written = new Set(rows.map(({ table }) => table));
  return invariants.filter(({ tables }) => tables?.some((table) => written.has(table)) ?? true);
}
