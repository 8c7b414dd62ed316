import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  type Checksums,
  checksumsName,
  jobsTable,
  type Manifest,
  manifestName,
  type Part,
  partBytes,
  partName,
  type Progress,
  quoted,
  sessionSettings,
  type Sums,
} from './contents.ts';
import { isThere } from './target.ts';
import { readRenumbering, type Renumbering } from './transaction-ids.ts';

type ExportOptions = {
  readonly release: Manifest['release'];
  readonly now: Date;
  /** Reads the sums of the ledger, in the snapshot of the backup. */
  readonly readSums: (client: ClientBase) => Promise<Sums>;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
};

/**
 * Reads the whole database in one snapshot, as parts that any PostgreSQL from version 15 on can load. No call waits for it, but
 * rows that die meanwhile stay until its end.
 *
 * It leaves out unlogged tables, heartbeats of processes, jobs that have failed for good, and what another schema holds.
 *
 * @param pool connects as the owner of the schema
 */
export async function* exportDatabase(pool: Pool, options: ExportOptions): AsyncGenerator<Part, void, undefined> {
  const client = await pool.connect();
  let isWhole = false;
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${sessionSettings}`);
    const renumbering = await readRenumbering(client);
    const { bytes, ...manifest } = await readManifest(client, renumbering, options);
    yield jsonPart(manifestName, manifest);

    const sources = [
      ...manifest.tables.map(({ name, columns }) => ({ name, query: rowsOf(name, columns, renumbering) })),
      ...((await isThere(client, 'graphile_worker._private_jobs')) ? [{ name: jobsTable, query: waitingJobs }] : []),
    ];
    const tables: Checksums['tables'] = [];
    let done = 0;
    for (const source of sources) {
      tables.push(
        yield* copyParts(client, source, (more) => {
          done += more;
          options.onProgress?.({ table: source.name, done, of: Math.max(done, bytes) });
        }),
      );
    }
    yield jsonPart(checksumsName, { tables } satisfies Checksums);
    await client.query('COMMIT');
    isWhole = true;
  } finally {
    // A reader that stops early leaves a copy half read, so the connection is closed instead of reused.
    client.release(!isWhole);
  }
}

function jsonPart(name: string, value: unknown): Part {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`) };
}

async function readManifest(client: ClientBase, { nextId }: Renumbering, { release, now, readSums }: ExportOptions) {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; bytes: string }>(listTables);
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM public.migration ORDER BY name',
  );
  // Sequences know no snapshot: read after it was taken, they are at least as far as its rows.
  const { rows: sequences } = await client.query<{ name: string; last: string }>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname IN ('public', 'ledger') AND last_value IS NOT NULL ORDER BY 1`,
  );
  const { rows: books } = await client.query<{ book: number }>(
    `SELECT substr(c.relname, length('transfer_') + 1)::integer AS book
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'ledger.transfer'::regclass ORDER BY 1`,
  );
  const { rows: versions } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  );
  return {
    format: 1,
    release,
    madeAt: now.toISOString(),
    postgresql: versions[0]?.version ?? '',
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences,
    books: books.map(({ book }) => book),
    nextTransactionId: nextId,
    sums: await readSums(client),
    bytes: tables.reduce((sum, table) => sum + Number(table.bytes), 0),
  } satisfies Manifest & { bytes: number };
}

/** A partition is read through its table. Generated columns are computed again. */
const listTables = `
  SELECT n.nspname || '.' || c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
         (SELECT sum(pg_relation_size(t.relid)) FROM pg_partition_tree(c.oid) t WHERE t.isleaf)::bigint::text AS bytes
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
   WHERE n.nspname IN ('public', 'ledger') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND c.relpersistence = 'p' AND c.relname NOT IN ('migration', 'repeatable_migration', 'job_worker')
   GROUP BY n.nspname, c.relname, c.oid
   ORDER BY n.nspname, c.relname`;

/**
 * Jobs that some process still has to do. A running one counts as not begun, because the process is not in the copy, and
 * every job may run twice.
 */
const waitingJobs = `
  SELECT t.identifier, q.queue_name, j.payload, j.priority, j.run_at,
         greatest(j.attempts - (j.locked_at IS NOT NULL)::integer, 0), j.max_attempts, j.key, j.created_at, j.flags
    FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
   WHERE j.attempts < j.max_attempts OR j.locked_at IS NOT NULL
   ORDER BY j.id`;

function rowsOf(table: string, columns: readonly string[], renumbering: Renumbering): string {
  const values = columns.map((column) => renumbering.expression(table, column) ?? `"${column}"`);
  return `SELECT ${values.join()} FROM ${quoted(table)}`;
}

/** Copies the rows of a query into parts. Returns their number and hash. */
async function* copyParts(
  client: ClientBase,
  { name, query }: { readonly name: string; readonly query: string },
  onBytes: (more: number) => void,
): AsyncGenerator<Part, Checksums['tables'][number], undefined> {
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT`));
  const hash = createHash('sha256');
  let bytes = 0;
  let place = 0;
  for await (const chunk of inChunks(stream)) {
    hash.update(chunk);
    bytes += chunk.length;
    place += 1;
    onBytes(chunk.length);
    yield { name: partName(name, place), bytes: chunk };
  }
  return { name, rows: stream.rowCount, bytes, sha256: hash.digest('hex') };
}

async function* inChunks(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    waiting.push(piece);
    size += piece.length;
    if (size < partBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
