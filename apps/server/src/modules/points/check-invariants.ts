import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';

/** One broken invariant, with the rows that break it. */
export type Violation = { readonly invariant: string; readonly rows: readonly Readonly<Record<string, unknown>>[] };

/** Every module keeps the rules that tie its rows to the ledger beside its code. */
const folder = fileURLToPath(new URL('..', import.meta.url));
const queries = '*/invariants/*.sql';

/** No more rows than this are fetched of one invariant: a broken one may return the whole ledger. */
const shownRows = 20;

/**
 * Runs every query of the modules' `invariants` folders. Each returns the rows that break one rule of the ledger, and
 * none when all is well. All of them look at the same instant, so that votes being cast meanwhile cannot make two differ.
 *
 * @param pool may read all tables; the ledger's own included
 * @returns the names of the invariants that were checked, and the broken ones
 */
export async function checkInvariants(pool: Pool): Promise<{ checked: string[]; violations: Violation[] }> {
  const files = (await Array.fromAsync(glob(queries, { cwd: folder }))).toSorted();
  const client = await pool.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const violations: Violation[] = [];
    for (const file of files) {
      const query = (await readFile(join(folder, file), 'utf8')).trim().replace(/;$/, '');
      const { rows } = await client.query<Record<string, unknown>>(
        `SELECT * FROM (\n${query}\n) AS violation LIMIT ${shownRows}`,
      );
      if (rows.length > 0) violations.push({ invariant: nameOf(file), rows });
    }
    return { checked: files.map(nameOf), violations };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** A report for people: every broken invariant with its rows. */
export function describeViolations(violations: readonly Violation[]): string {
  return violations
    .map(({ invariant, rows }) => [`${invariant}:`, ...rows.map((row) => `  ${JSON.stringify(row)}`)].join('\n'))
    .join('\n');
}

function nameOf(file: string): string {
  return basename(file, '.sql').replaceAll('-', ' ');
}
