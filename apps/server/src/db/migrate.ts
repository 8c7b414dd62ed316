import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';

type Migration = { readonly name: string; readonly checksum: string; readonly statements: string };
type AppliedMigration = { readonly name: string; readonly checksum: string };

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The key of the advisory lock under which one replica migrates while the others wait. */
const lockKey = 292_116_572;

/**
 * Brings the database to the newest schema. Migrations are the files `NNNN-name.sql`, applied in the order of their
 * numbers, each once and in a transaction of its own. They only go forward: a file that was applied is history.
 *
 * @param pool connects as the owner of the schema
 * @returns the names of the migrations that this call applied
 * @throws when an applied file was edited or is missing, or a new file is numbered before an applied one
 */
export async function migrate(pool: Pool, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // The lock belongs to the session, so it ends with the connection even when this process is killed.
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const applied = await readApplied(client);
    assertHistoryUnchanged(migrations, applied);
    const pending = migrations.slice(applied.length);
    for (const migration of pending) await applyMigration(client, migration);
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey]);
    return pending.map((migration) => migration.name);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // After a failure the connection may be in any state and still hold the lock: it is closed instead of reused.
    client.release(failure);
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new Error(`The migration ${name} should be named like 0001-what-it-does.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(join(folder, name), 'utf8');
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') };
    }),
  );
}

async function readApplied(client: PoolClient): Promise<AppliedMigration[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS public.migration (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
  const { rows } = await client.query<AppliedMigration>('SELECT name, checksum FROM public.migration ORDER BY name');
  return rows;
}

function assertHistoryUnchanged(migrations: readonly Migration[], applied: readonly AppliedMigration[]): void {
  applied.forEach((old, index) => {
    const current = migrations[index];
    if (current?.name !== old.name) {
      const stranger = migrations.find((migration) => migration.name < old.name && !isApplied(migration, applied));
      throw new Error(
        stranger === undefined
          ? `The database has the migration ${old.name}, which this release does not know. Run the release that made it.`
          : `The migration ${stranger.name} comes before ${old.name}, which is applied already. Give it a later number.`,
      );
    }
    if (current.checksum !== old.checksum) {
      throw new Error(`The migration ${old.name} was edited after it had been applied. Restore it and add a new one.`);
    }
  });
}

function isApplied(migration: Migration, applied: readonly AppliedMigration[]): boolean {
  return applied.some((old) => old.name === migration.name);
}

async function applyMigration(client: PoolClient, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.statements);
    await client.query('INSERT INTO public.migration (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`The migration ${migration.name} failed and was undone: ${(cause as Error).message}`, { cause });
  }
}
