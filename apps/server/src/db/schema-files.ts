import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseRefused } from './database-refused.ts';

export type SchemaFolders = {
  /** Versioned: `NNNN-name.sql`, each applied once, in the order of the numbers. */
  readonly migrations: string;
  /** Repeatable: `domain/function.sql`, each applied again when its text changes. */
  readonly functions: string;
};

export type SqlFile = { readonly name: string; readonly checksum: string; readonly statements: string };
export type AppliedMigration = { readonly name: string; readonly checksum: string };

export const schemaFolders: SchemaFolders = {
  migrations: fileURLToPath(new URL('../../migrations', import.meta.url)),
  functions: fileURLToPath(new URL('../../sql', import.meta.url)),
};

export async function readMigrations(folder: string): Promise<SqlFile[]> {
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

export async function readFunctions(folder: string): Promise<SqlFile[]> {
  const names = await sqlFilesOf(folder);
  const stranger = names.find((name) => !/^[a-z0-9]+\/[a-z0-9_]+\.sql$/.test(name));
  if (stranger !== undefined) throw new Error(`The file ${stranger} should be named like ledger/name_of_function.sql.`);
  return readFiles(folder, names);
}

export async function sqlFilesOf(folder: string): Promise<string[]> {
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

export const listApplied = 'SELECT name, checksum FROM public.migration ORDER BY name';

/** @throws DatabaseRefused when an applied migration was edited or is missing, or a new one has a number before an applied one */
export function assertHistoryUnchanged(migrations: readonly SqlFile[], applied: readonly AppliedMigration[]): void {
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
          'Run the release that made it; if you edit Lightstick, restore the file and add a new one.',
      );
    }
  });
}

function isApplied(migration: SqlFile, applied: readonly AppliedMigration[]): boolean {
  return applied.some((old) => old.name === migration.name);
}
