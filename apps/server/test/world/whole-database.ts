import { hash } from 'node:crypto';
import type { Pool } from 'pg';

/** Rows by table; each row is its JSON, and the rows of a table are sorted. */
type Rows = Readonly<Record<string, readonly string[]>>;

/** Tables that change with any call: counts of calls, heartbeats of processes, and when operators' tokens were used. */
const countsAndHeartbeats = ['public.rate_limit', 'public.job_worker', 'public.operator_token_use'];

/** Workers change these columns of a job whenever they try it. */
const columnsOfAttempts = ['attempts', 'locked_at', 'locked_by', 'run_at', 'updated_at', 'revision', 'last_error'];

type Table = { readonly name: string; readonly columns: readonly string[] };

const tablesByPool = new WeakMap<Pool, Promise<readonly Table[]>>();

/**
 * Reads every row of every table of ours and of the job queue.
 * @param without - tables to leave out; those of schema public without their schema
 * @param withoutColumns - columns to leave out of every table
 */
export async function wholeDatabase(
  ownerPool: Pool,
  { without = [], withoutColumns = [] }: { without?: readonly string[]; withoutColumns?: readonly string[] } = {},
): Promise<Rows> {
  let listed = tablesByPool.get(ownerPool);
  if (!listed) tablesByPool.set(ownerPool, (listed = listTables(ownerPool)));
  const tables = (await listed).filter(({ name }) => !without.includes(name.replace(/^public\./, '')));
  const perTable = tables.map(({ name, columns }) => {
    const kept = columns.filter((column) => !withoutColumns.includes(column));
    return `SELECT '${name}' AS name, row_to_json(r)::text AS row FROM (SELECT ${kept.join()} FROM ${name}) AS r`;
  });
  // One query, prepared once for each connection: to plan it takes longer than the call between two of them.
  const text = perTable.join(' UNION ALL ');
  const { rows } = await ownerPool.query<{ name: string; row: string }>({ name: hash('sha1', text), text });
  const found: Record<string, string[]> = Object.fromEntries(tables.map(({ name }) => [name, []]));
  for (const { name, row } of rows) found[name]?.push(row);
  for (const sorted of Object.values(found)) sorted.sort();
  return found;
}

async function listTables(ownerPool: Pool): Promise<readonly Table[]> {
  // A partition is read through its table.
  const { rows } = await ownerPool.query<Table>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
      array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
        AND (n.nspname <> 'graphile_worker' OR c.relname = '_private_jobs' AND a.attname <> ALL ($1))
      GROUP BY 1 ORDER BY 1`,
    [columnsOfAttempts],
  );
  return rows.filter(({ name }) => !countsAndHeartbeats.includes(name));
}
