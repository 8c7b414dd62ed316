import type { Pool } from 'pg';

/** Counts all calls of some kinds, refused ones included. */
const countsCalls = 'public.rate_limit';

/** Every row of our tables as text, for tests that search all data. */
export async function wholeDatabase(ownerPool: Pool): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows: tables } = await ownerPool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name
       FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'graphile_worker')
      ORDER BY 1`,
  );
  const looked = tables.map(({ name }) => name).filter((name) => name !== countsCalls);
  // One question for all tables: a hundred of them would take longer than the call that is looked at.
  const { rows } = await ownerPool.query<{ name: string; row: string }>(
    `${looked.map((name) => `SELECT '${name}' AS name, t::text AS row FROM ${name} t`).join(' UNION ALL ')} ORDER BY 1, 2`,
  );
  const found: Record<string, string[]> = Object.fromEntries(looked.map((name) => [name, []]));
  for (const { name, row } of rows) found[name]?.push(row);
  return found;
}
