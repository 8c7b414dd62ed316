import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import {
  type AppliedMigration,
  assertHistoryUnchanged,
  listApplied,
  readFunctions,
  readMigrations,
  schemaFolders,
  type SchemaFolders,
  type SqlFile,
} from './schema-files.ts';

/** The key of the advisory lock: one replica migrates while the others wait. */
export const schemaLockKey = 292_116_572;

/**
 * Brings the database to the newest schema: first the migrations, forward only and each in its own transaction; then all
 * changed functions in one transaction.
 * @param pool connects as the owner of the schema
 * @param onApplied hears of each migration when it is committed
 * @returns the names of the applied files
 * @throws when an applied migration was edited or is missing, or a new one has a number before an applied one
 */
export async function migrate(
  pool: Pool,
  folders: SchemaFolders = schemaFolders,
  onApplied: (migration: string) => void = () => undefined,
): Promise<string[]> {
  const migrations = await readMigrations(folders.migrations);
  const functions = await readFunctions(folders.functions);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // A session lock: it ends with the connection, even when this process is killed.
    await client.query('SELECT pg_advisory_lock($1)', [schemaLockKey]);
    const applied = await readApplied(client);
    assertHistoryUnchanged(migrations, applied);
    const pending = migrations.slice(applied.length);
    for (const migration of pending) {
      await applyInTransaction(client, migration);
      onApplied(migration.name);
    }
    const changed = await changedFunctions(client, functions);
    if (changed.length > 0) await applyFunctions(client, changed);
    await client.query('SELECT pg_advisory_unlock($1)', [schemaLockKey]);
    return [...pending, ...changed].map((file) => file.name);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // After a failure the connection may hold the lock in any state, so it is closed instead of reused.
    client.release(failure);
  }
}

async function readApplied(client: PoolClient): Promise<AppliedMigration[]> {
  for (const table of ['migration', 'repeatable_migration']) {
    await client.query(`CREATE TABLE IF NOT EXISTS public.${table} (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  }
  const { rows } = await client.query<AppliedMigration>(listApplied);
  return rows;
}

async function applyInTransaction(client: PoolClient, migration: SqlFile): Promise<void> {
  await client.query('BEGIN');
  try {
    await applyMigration(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function applyMigration(client: PoolClient, { name, checksum, statements }: SqlFile): Promise<void> {
  try {
    await client.query(statements);
    await client.query('INSERT INTO public.migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
  } catch (cause) {
    throw new Error(`The migration ${name} failed and was undone: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Brings the tables, in the caller's transaction, to the schema of a backup, and makes the partitions of the ledger's books. It
 * applies no other function, because the functions of this release may need later tables.
 * @param wanted the migrations of the backup; the database has no later ones
 * @param books the books of the ledger
 * @throws when this release does not know a migration
 */
export async function createSchemaOf(
  client: PoolClient,
  { wanted, books }: { readonly wanted: readonly AppliedMigration[]; readonly books: readonly number[] },
  folders: SchemaFolders = schemaFolders,
): Promise<void> {
  const migrations = await readMigrations(folders.migrations);
  assertHistoryUnchanged(migrations, wanted);
  const applied = await readApplied(client);
  assertHistoryUnchanged(migrations, applied);
  for (const migration of migrations.slice(applied.length, wanted.length)) await applyMigration(client, migration);
  await client.query(await readFile(join(folders.functions, 'ledger/open_book.sql'), 'utf8'));
  await client.query('SELECT ledger.open_book(book) FROM unnest($1::integer[]) AS book', [books]);
}

/**
 * Applies, in the caller's transaction, the migrations that come after those of a backup which it has loaded; `migrate` then
 * brings the functions.
 */
export async function applyLaterMigrations(client: PoolClient, folders: SchemaFolders = schemaFolders): Promise<void> {
  const migrations = await readMigrations(folders.migrations);
  const { length } = await readApplied(client);
  for (const migration of migrations.slice(length)) await applyMigration(client, migration);
}

/** Returns the files whose text differs from the applied one, and those whose function is missing. */
async function changedFunctions(client: PoolClient, files: readonly SqlFile[]): Promise<SqlFile[]> {
  const definitions = await countDefinitions(client, files);
  const { rows } = await client.query<AppliedMigration>('SELECT name, checksum FROM public.repeatable_migration');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  return files.filter((file) => applied.get(file.name) !== file.checksum || !definitions.get(file.name));
}

async function applyFunctions(client: PoolClient, files: readonly SqlFile[]): Promise<void> {
  let current = '';
  await client.query('BEGIN');
  try {
    // A function may call a later one.
    await client.query('SET LOCAL check_function_bodies = off');
    for (const { name, checksum, statements } of files) {
      current = name;
      await client.query(statements);
      await client.query(
        `INSERT INTO public.repeatable_migration (name, checksum) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = excluded.applied_at`,
        [name, checksum],
      );
    }
    for (const [name, count] of await countDefinitions(client, files)) {
      current = name;
      if (count === 0) throw new Error('it does not define the function that it is named after');
      if (count > 1) throw new Error('a former signature is left, which the file has to drop');
    }
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`${current} failed and no function was changed: ${(cause as Error).message}`, { cause });
  }
}

/** Counts the functions with the name of each file. Files of the folder `ledger` belong to the schema of that name. */
async function countDefinitions(client: PoolClient, files: readonly SqlFile[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `SELECT f.name, count(p.oid) AS count
       FROM unnest($1::text[]) AS f (name)
      CROSS JOIN LATERAL split_part(f.name, '/', 1) AS folder
       LEFT JOIN pg_namespace n ON n.nspname = CASE folder WHEN 'ledger' THEN 'ledger' ELSE 'public' END
       LEFT JOIN pg_proc p ON p.pronamespace = n.oid AND p.proname = replace(split_part(f.name, '/', 2), '.sql', '')
      GROUP BY f.name`,
    [files.map((file) => file.name)],
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}
