import type { Pool } from 'pg';

/** Counts calls and heartbeats of processes, whatever the calls did. */
const aboutCalls = ['public.rate_limit', 'public.job_worker'];

/** The queue as it is asked for: locks and attempts of a job change while workers take it. */
const queue = {
  name: 'graphile_worker._private_jobs',
  query: `SELECT 'graphile_worker._private_jobs' AS name, to_jsonb(j) - '{attempts,locked_at,locked_by,updated_at}'::text[] AS row
            FROM graphile_worker._private_jobs j`,
};

const tablesOf = new WeakMap<Pool, Promise<readonly string[]>>();

/**
 * Every row of our tables and of the job queue as text, by table.
 * @param without tables to leave out; those of schema public without their schema
 */
export async function wholeDatabase(
  ownerPool: Pool,
  { without = [] }: { readonly without?: readonly string[] } = {},
): Promise<Readonly<Record<string, readonly string[]>>> {
  const left = new Set(without.flatMap((name) => [name, `public.${name}`]));
  let listed = tablesOf.get(ownerPool);
  if (!listed) tablesOf.set(ownerPool, (listed = listTables(ownerPool)));
  const tables = (await listed).filter((name) => !left.has(name));
  const queries = [
    // When a device was last there is noted beside every call.
    ...tables.map((name) => `SELECT '${name}' AS name, to_jsonb(t) - 'last_seen_at' AS row FROM ${name} t`),
    ...(left.has(queue.name) ? [] : [queue.query]),
  ];
  // One query for all tables: a hundred of them would take longer than the call between them.
  const { rows } = await ownerPool.query<{ name: string; row: string }>(
    `SELECT name, row::text FROM (${queries.join(' UNION ALL ')}) AS every ORDER BY 1, 2`,
  );
  const found: Record<string, string[]> = Object.fromEntries([...tables, queue.name].map((name) => [name, []]));
  for (const { name, row } of rows) found[name]?.push(row);
  return found;
}

async function listTables(ownerPool: Pool): Promise<readonly string[]> {
  const { rows } = await ownerPool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name
       FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'graphile_worker')
      ORDER BY 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !aboutCalls.includes(name));
}
