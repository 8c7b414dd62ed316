import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { DatabaseRefused } from './database-refused.ts';
import { declaredStopFirst } from './stop-first.ts';

export type SchemaFolders = {
  /** Versioned: `NNNN-name.sql`, each applied once, in the order of the numbers. */
  readonly migrations: string;
  /** Repeatable: `domain/function.sql`, each applied again when its text changes. */
  readonly functions: string;
};

type SqlFile = { readonly name: string; readonly checksum: string; readonly statements: string };
export type AppliedMigration = { readonly name: string; readonly checksum: string };

export const schemaFolders: SchemaFolders = {
  migrations: fileURLToPath(new URL('../../migrations', import.meta.url)),
  functions: fileURLToPath(new URL('../../sql', import.meta.url)),
};

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

/**
 * Returns whether every migration of this release is applied and every function exists. More may be applied, and
 * functions may differ, because a newer replica may have started.
 * @param pool connects as the owner of the schema
 */
export async function isMigrated(pool: Pool, folders: SchemaFolders = schemaFolders): Promise<boolean> {
  const [migrations, functions] = await Promise.all([sqlFilesOf(folders.migrations), sqlFilesOf(folders.functions)]);
  const { rows } = await pool.query<{ migrations: number; functions: number }>(
    `SELECT (SELECT count(*) FROM public.migration WHERE name = ANY ($1)) AS migrations,
            (SELECT count(*) FROM public.repeatable_migration WHERE name = ANY ($2)) AS functions`,
    [migrations, functions],
  );
  return rows[0]?.migrations === migrations.length && rows[0].functions === functions.length;
}

/** Lists the migrations of this release in their order. */
export function knownMigrations(): Promise<string[]> {
  return sqlFilesOf(schemaFolders.migrations);
}

/** How the schema of a database differs from that of this release. */
export type SchemaDifference = {
  /** Migrations and functions of this release that are not applied in this form. */
  readonly pending: readonly string[];
  /** Applied migrations that this release does not know. */
  readonly newer: readonly string[];
};

/**
 * Compares the schema with this release, and changes nothing.
 * @returns undefined for a database without our schema
 */
export async function compareSchema(
  pool: Pool,
  folders: SchemaFolders = schemaFolders,
): Promise<SchemaDifference | undefined> {
  const { rows: tables } = await pool.query<{ isThere: boolean }>(
    `SELECT to_regclass('public.repeatable_migration') IS NOT NULL AS "isThere"`,
  );
  if (!tables[0]?.isThere) return undefined;
  const files = [...(await readMigrations(folders.migrations)), ...(await readFunctions(folders.functions))];
  const { rows } = await pool.query<AppliedMigration & { isFunction: boolean }>(
    `SELECT name, checksum, false AS "isFunction" FROM public.migration
     UNION ALL SELECT name, checksum, true FROM public.repeatable_migration ORDER BY name`,
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(files.map(({ name }) => name));
  return {
    pending: files.filter(({ name, checksum }) => applied.get(name) !== checksum).map(({ name }) => name),
    newer: rows.filter(({ name, isFunction }) => !isFunction && !known.has(name)).map(({ name }) => name),
  };
}

async function readMigrations(folder: string): Promise<SqlFile[]> {
  const names = await sqlFilesOf(folder);
  const numbers = new Set<string>();
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new Error(`The migration ${name} should be named like 0001-what-it-does.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`);
    numbers.add(number);
  }
  return readFiles(folder, names);
}

async function readFunctions(folder: string): Promise<SqlFile[]> {
  const names = await sqlFilesOf(folder);
  const stranger = names.find((name) => !/^[a-z0-9]+\/[a-z0-9_]+\.sql$/.test(name));
  if (stranger !== undefined) throw new Error(`The file ${stranger} should be named like ledger/name_of_function.sql.`);
  return readFiles(folder, names);
}

async function sqlFilesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.sql')).toSorted();
}

function readFiles(folder: string, names: readonly string[]): Promise<SqlFile[]> {
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(join(folder, name), 'utf8');
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') };
    }),
  );
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

const listApplied = 'SELECT name, checksum FROM public.migration ORDER BY name';

function assertHistoryUnchanged(migrations: readonly SqlFile[], applied: readonly AppliedMigration[]): void {
  applied.forEach((old, index) => {
    const current = migrations[index];
    if (current?.name !== old.name) {
      const stranger = migrations.find((migration) => migration.name < old.name && !isApplied(migration, applied));
      throw new DatabaseRefused(
        stranger === undefined
          ? `The database has the migration ${old.name}, which this release does not know. ` +
              'Run the release that made it.'
          : `The migration ${stranger.name} comes before ${old.name}, which is applied already. ` +
              'Give it a later number.',
      );
    }
    if (current.checksum !== old.checksum) {
      throw new DatabaseRefused(
        `The migration ${old.name} was edited after it had been applied: the database belongs to another build. ` +
          'Run the release that made it; who edits Lightstick restores the file and adds a new one.',
      );
    }
  });
}

function isApplied(migration: SqlFile, applied: readonly AppliedMigration[]): boolean {
  return applied.some((old) => old.name === migration.name);
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

export type PendingMigration = {
  readonly name: string;
  /** Whether servers of the release before must stop first; undefined where the migration does not say. */
  readonly stopFirst: boolean | undefined;
};

/**
 * Returns the migrations of this release that come after others, in their order.
 * @throws when the others are not the first of this release
 */
export async function migrationsAfter(
  applied: readonly AppliedMigration[],
  folders: SchemaFolders = schemaFolders,
): Promise<readonly PendingMigration[]> {
  const migrations = await readMigrations(folders.migrations);
  assertHistoryUnchanged(migrations, applied);
  return migrations
    .slice(applied.length)
    .map(({ name, statements }) => ({ name, stopFirst: declaredStopFirst(statements) }));
}

/** Returns what this release would apply to the database, which it does not change. */
export async function readPending(pool: Pool): Promise<{
  readonly applied: readonly AppliedMigration[];
  readonly pending: readonly PendingMigration[];
}> {
  const { rows } = await pool.query<{ isThere: boolean }>(
    `SELECT to_regclass('public.migration') IS NOT NULL AS "isThere"`,
  );
  const { rows: applied } = rows[0]?.isThere ? await pool.query<AppliedMigration>(listApplied) : { rows: [] };
  return { applied, pending: await migrationsAfter(applied) };
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
