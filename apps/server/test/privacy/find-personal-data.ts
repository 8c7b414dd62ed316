import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';

type Column = { readonly place: string; readonly table: string; readonly column: string; readonly type: string };

/** Lists every column of every table in the whole database, of any owner, except PostgreSQL's own. */
async function everyColumn(pool: Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    SELECT format('%s.%s.%s', n.nspname, c.relname, a.attname) AS place,
           format('%I.%I', n.nspname, c.relname) AS table, quote_ident(a.attname) AS column, t.typname AS type
      FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relkind IN ('r', 'm') AND a.attnum > 0 AND NOT a.attisdropped
       AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'`);
  return rows;
}

/**
 * Finds where in the database any of these words appears, in any case: as text of a column of any type, and in binary
 * ones as the bytes of the word.
 *
 * @returns for each word, by its name, the columns that have it.
 */
export async function tracesInDatabase(
  pool: Pool,
  words: Readonly<Record<string, string>>,
): Promise<Record<string, string[]>> {
  const columns = await everyColumn(pool);
  const found: Record<string, string[]> = Object.fromEntries(Object.keys(words).map((name) => [name, []]));
  for (const { place, table, column, type } of columns) {
    const holds =
      type === 'bytea'
        ? `position(convert_to(word, 'UTF8') IN ${column}) > 0`
        : `position(lower(word) IN lower(${column}::text)) > 0`;
    const { rows } = await pool.query<{ name: string }>(
      `SELECT name FROM unnest($1::text[], $2::text[]) AS w (name, word)
        WHERE EXISTS (SELECT FROM ${table} WHERE ${holds})`,
      [Object.keys(words), Object.values(words)],
    );
    for (const { name } of rows) found[name]?.push(place);
  }
  return found;
}

/** Finds the files below a folder whose name or content has any of these words. */
export async function tracesOnDisk(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const isTrace = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      return words.some((word) => file.includes(word) || content.includes(word));
    }),
  );
  return files.filter((_, place) => isTrace[place]);
}
