import type { Pool } from 'pg';

/** Counts every call of some kinds, also of those that are refused. */
const countsCalls = 'public.rate_limit';

/** Every row of every table of ours, as text, for tests that look for anything at all. */
export async function wholeDatabase(ownerPool: Pool): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows: tables } = await ownerPool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name
       FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'graphile_worker')
      ORDER BY 1`,
  );
  const found: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    if (name === countsCalls) continue;
    const { rows } = await ownerPool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}
