import { createHash, type Hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  BackupRefused,
  type Checksums,
  checksumsName,
  checksumsSchema,
  jobsTable,
  type Manifest,
  type Part,
  parsePartName,
  quoted,
} from './contents.ts';

type Loaded = Checksums['tables'][number];
type Next = () => Promise<Part | undefined>;
type Target = { readonly name: string; readonly into: string };

/**
 * Loads the rows of every table, in the caller's transaction, and compares their numbers and hashes with the last part.
 * @param next returns the parts after the manifest, one by one
 * @param beforeTable is done before the first row of a table
 * @throws BackupRefused when parts are missing, altered, or in another order
 */
export async function loadRows(
  client: ClientBase,
  tables: Manifest['tables'],
  next: Next,
  beforeTable: (table: string) => Promise<void>,
): Promise<void> {
  const targets = new Map<string, Target>(
    tables.map(({ name, columns }) => [name, { name, into: `${quoted(name)} (${columns.map(quoted).join()})` }]),
  );
  targets.set(jobsTable, { name: jobsTable, into: loadedJobs });
  await client.query(createLoadedJobs);
  const loaded = new Map<string, Loaded>();
  let part = await next();
  while (part !== undefined && part.name !== checksumsName) {
    const target = targets.get(parsePartName(part.name)?.table ?? '');
    if (!target || loaded.has(target.name)) throw new BackupRefused(`The backup has an unexpected part: ${part.name}.`);
    if (target.name !== jobsTable) await beforeTable(target.name);
    const table = createTableReader(target.name, part, next);
    const stream = client.query(copyFrom(`COPY ${target.into} FROM STDIN`));
    await pipeline(table.chunks(), stream).catch((error: unknown) => refuseRow(target.name, error));
    loaded.set(target.name, { name: target.name, rows: stream.rowCount, ...table.read() });
    part = table.following();
  }
  if (part === undefined) throw new BackupRefused('The backup is truncated: its last part is missing.');
  compare(tables, loaded, parseChecksums(part));
  // What brings the parts may find a fault of its own at the end.
  const rest = await next();
  if (rest) throw new BackupRefused(`The backup has an unexpected part: ${rest.name}.`);
  await client.query(moveJobs);
}

/** Reads the parts of one table, and keeps the first part of what follows. */
function createTableReader(table: string, first: Part, next: Next) {
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  let part: Part | undefined = first;
  return {
    async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
      for (let place = 1; part !== undefined; place += 1) {
        const here = parsePartName(part.name);
        if (here?.table !== table) return;
        if (here.place !== place) throw new BackupRefused(`The backup is damaged: ${part.name} is not in its place.`);
        hash.update(part.bytes);
        bytes += part.bytes.length;
        yield part.bytes;
        part = await next();
      }
    },
    read: () => ({ bytes, sha256: hash.digest('hex') }),
    following: () => part,
  };
}

/** The SQLSTATE classes of values and of constraints. */
const ofRows = /^2[23]/;

/** A row that the schema of its own release does not take was altered. */
function refuseRow(table: string, error: unknown): never {
  if (!(error instanceof Error && 'code' in error && ofRows.test(String(error.code)))) throw error;
  throw new BackupRefused(`The backup is damaged: PostgreSQL refuses a row of ${table}. (${error.message})`, {
    cause: error,
  });
}

function parseChecksums({ bytes }: Part): Checksums {
  try {
    return checksumsSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (cause) {
    throw new BackupRefused('The backup is damaged: its checksums cannot be read.', { cause });
  }
}

function compare(
  tables: Manifest['tables'],
  loaded: ReadonlyMap<string, Loaded>,
  { tables: expected }: Checksums,
): void {
  const unnamed = tables.find(({ name }) => !expected.some((one) => one.name === name));
  if (unnamed) throw new BackupRefused(`The backup is damaged: it has no checksum of ${unnamed.name}.`);
  for (const { name, rows, bytes, sha256 } of expected) {
    const found = loaded.get(name) ?? { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') };
    if (found.rows !== rows || found.bytes !== bytes || found.sha256 !== sha256) {
      throw new BackupRefused(
        `The backup is damaged: ${name} has ${found.rows} rows of ${found.bytes} bytes ` +
          `instead of ${rows} of ${bytes}, or other contents.`,
      );
    }
  }
}

const loadedJobs = 'public.loaded_job';

/** An ordinary table of this transaction, because the owner may lack the right to temporary ones. */
const createLoadedJobs = `
  CREATE TABLE ${loadedJobs} (
    identifier text, queue_name text, payload json, priority smallint, run_at timestamptz, attempts smallint,
    max_attempts smallint, key text, created_at timestamptz, flags jsonb)`;

const moveJobs = `
  INSERT INTO graphile_worker._private_tasks (identifier) SELECT DISTINCT identifier FROM ${loadedJobs} ORDER BY 1
    ON CONFLICT DO NOTHING;
  INSERT INTO graphile_worker._private_job_queues (queue_name)
    SELECT DISTINCT queue_name FROM ${loadedJobs} WHERE queue_name IS NOT NULL ORDER BY 1 ON CONFLICT DO NOTHING;
  DELETE FROM graphile_worker._private_jobs;
  INSERT INTO graphile_worker._private_jobs
      (task_id, job_queue_id, payload, priority, run_at, attempts, max_attempts, key, created_at, flags)
    SELECT t.id, q.id, l.payload, l.priority, l.run_at, l.attempts, l.max_attempts, l.key, l.created_at, l.flags
      FROM ${loadedJobs} l
      JOIN graphile_worker._private_tasks t USING (identifier)
      LEFT JOIN graphile_worker._private_job_queues q USING (queue_name)
     ORDER BY l.run_at, l.created_at;
  DROP TABLE ${loadedJobs}`;
