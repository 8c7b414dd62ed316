import { isDeepStrictEqual } from 'node:util';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { applyLaterMigrations, createSchemaOf, migrate, schemaLockKey } from '../migrate.ts';
import { migrationsAfter } from '../compare-schema.ts';
import {
  BackupRefused,
  type Manifest,
  manifestName,
  manifestSchema,
  type Part,
  quoted,
  sessionSettings,
  type Sums,
} from './contents.ts';
import { loadRows } from './load-rows.ts';
import { isThere, refuseTarget } from './target.ts';
import { passTransactionIds } from './transaction-ids.ts';

type ImportOptions = {
  /** Reads the sums of the ledger, as the export did. */
  readonly readSums: (client: ClientBase) => Promise<Sums>;
  /** Creates the tables of the job queue. */
  readonly installQueue: () => Promise<void>;
  /** Whether to stop at the schema of the backup, instead of applying what came after it. */
  readonly keepSchema?: boolean | undefined;
  /** Comes last in the transaction. */
  readonly beforeCommit?: ((client: ClientBase) => Promise<void>) | undefined;
  /** Hears that the rows are there to stay, whatever fails from now on. */
  readonly afterCommit?: (() => void) | undefined;
};

/**
 * Loads the parts of a portable backup into an empty database: it creates the schema of the backup, loads the rows, compares
 * them with the checksums and the ledger with its sums, and applies later migrations, all in one transaction.
 *
 * @param pool connects as the owner of the schema, who needs no other right
 * @throws BackupRefused, or an error of the database; the database is then as it was, unless `afterCommit` was called
 */
export async function importDatabase(
  pool: Pool,
  parts: AsyncIterable<Part>,
  options: ImportOptions,
): Promise<Manifest> {
  const reading = parts[Symbol.asyncIterator]();
  const next = async () => {
    const result = await reading.next();
    return result.done ? undefined : result.value;
  };
  try {
    const manifest = parseManifest(await next());
    await refuseUnknownSchema(manifest);
    await loadInto(pool, manifest, next, options);
    if (!options.keepSchema) await migrate(pool);
    // Without statistics the first queries would read whole tables.
    await pool.query(`ANALYZE ${manifest.tables.map(({ name }) => quoted(name)).join()}`);
    return manifest;
  } finally {
    await reading.return?.();
  }
}

function parseManifest(part: Part | undefined): Manifest {
  if (part?.name !== manifestName) throw new BackupRefused('This is no portable backup: it does not begin with one.');
  let contents: unknown;
  try {
    contents = JSON.parse(Buffer.from(part.bytes).toString('utf8'));
  } catch (cause) {
    throw new BackupRefused('The backup is damaged: its manifest cannot be read.', { cause });
  }
  const parsed = manifestSchema.safeParse(contents);
  if (parsed.success) return parsed.data;
  throw new BackupRefused('The manifest of the backup is damaged, or of a later form than this release reads.', {
    cause: parsed.error,
  });
}

async function refuseUnknownSchema({ migrations, release }: Manifest): Promise<void> {
  await migrationsAfter(migrations).catch((cause: Error) => {
    const commit = release.commit ? `, commit ${release.commit}` : '';
    throw new BackupRefused(
      `The backup was made by release ${release.version}${commit}, whose schema ends with ` +
        `${migrations.at(-1)?.name}. Load it with that release. (${cause.message})`,
      { cause },
    );
  });
}

async function loadInto(
  pool: Pool,
  manifest: Manifest,
  next: () => Promise<Part | undefined>,
  options: ImportOptions,
): Promise<void> {
  const client = await pool.connect();
  let undoQueue = false;
  try {
    // A server that starts meanwhile waits, and then finds the loaded database.
    await client.query('SELECT pg_advisory_lock($1)', [schemaLockKey]);
    await refuseTarget(client, manifest);
    undoQueue = !(await isThere(client, 'graphile_worker._private_jobs'));
    if (undoQueue) await options.installQueue();
    await passTransactionIds(client, manifest.nextTransactionId);
    await client.query('BEGIN');
    await load(client, manifest, next, options);
    // In the same transaction, because an earlier schema cannot hold the copy.
    if (!options.keepSchema) {
      await client.query('SET LOCAL search_path TO DEFAULT; SET LOCAL timezone TO DEFAULT');
      await applyLaterMigrations(client);
    }
    await options.beforeCommit?.(client);
    await client.query('COMMIT');
    undoQueue = false;
    options.afterCommit?.();
  } catch (error) {
    await client.query('ROLLBACK');
    throw inWords(error);
  } finally {
    if (undoQueue) await client.query('DROP SCHEMA IF EXISTS graphile_worker CASCADE');
    // Ends the lock and the settings as well.
    client.release(true);
  }
}

/** SQLSTATE disk_full. */
const diskFull = '53100';

function inWords(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== diskFull) return error;
  return new BackupRefused('The disk of the database is full. Make room, and load the backup again.', { cause: error });
}

async function load(
  client: PoolClient,
  { migrations: wanted, books, tables, sequences, sums }: Manifest,
  next: () => Promise<Part | undefined>,
  { readSums }: ImportOptions,
): Promise<void> {
  await createSchemaOf(client, { wanted, books });
  await client.query(sessionSettings);
  await emptyTables(
    client,
    tables.map(({ name }) => quoted(name)),
  );
  const guards = await createGuards(client);
  await loadRows(client, tables, next, (table) => guards.takeOff(table));
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await guards.putBack();
  const found = await readSums(client);
  if (!isDeepStrictEqual(found, sums)) {
    throw new BackupRefused(
      `The sums of the ledger differ from the backup's: ${JSON.stringify(found)} instead of ${JSON.stringify(sums)}.`,
    );
  }
  for (const { name, last } of sequences) await client.query('SELECT setval($1::regclass, $2)', [quoted(name), last]);
}

/** Empties tables in which migrations have put rows. To truncate all would write a thousand files anew. */
async function emptyTables(client: ClientBase, names: readonly string[]): Promise<void> {
  const filled = names.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`).join(' UNION ALL ');
  const { rows } = await client.query<{ name: string }>(filled);
  if (rows.length === 0) return;
  const each = (words: (name: string) => string) => rows.map(({ name }) => words(name)).join('; ');
  await client.query(each((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER`));
  // In one statement, because foreign keys are checked at its end.
  const deletions = rows.map(({ name }, place) => `deleted_${place} AS (DELETE FROM ${name})`);
  await client.query(`WITH ${deletions.join()} SELECT`);
  await client.query(each((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`));
}

/**
 * Takes triggers and foreign keys off tables that are loaded. Triggers guard what fans do, not what was done; foreign keys are
 * checked at once at the end, because row by row takes longer, and memory for each row.
 */
async function createGuards(client: ClientBase) {
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(k.conname) AS name,
            pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname IN ('public', 'ledger') ORDER BY 1, 2`,
  );
  const taken: string[] = [];
  const keysOf = (table: string) => foreignKeys.filter((key) => key.table === table);
  return {
    async takeOff(table: string): Promise<void> {
      taken.push(table);
      await client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
      for (const { name } of keysOf(table)) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    },
    async putBack(): Promise<void> {
      for (const table of taken) {
        for (const { name, definition } of keysOf(table)) {
          await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
        }
        await client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
      }
    },
  };
}
