import type { Pool } from 'pg';
import {
  type AppliedMigration,
  assertHistoryUnchanged,
  listApplied,
  readFunctions,
  readMigrations,
  schemaFolders,
  type SchemaFolders,
  sqlFilesOf,
} from './schema-files.ts';
import { declaredStopFirst } from './stop-first.ts';

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
