import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { poolKinds } from '#/db/pool-kinds.ts';

export type Violation = { readonly invariant: string; readonly rows: readonly Readonly<Record<string, unknown>>[] };

/** Each module keeps its ledger invariants in an `invariants` folder beside its code. */
const folder = fileURLToPath(new URL('..', import.meta.url));
const queries = '*/invariants/*.sql';

/** Rows fetched per invariant: a broken invariant may return the whole ledger. */
const shownRows = 20;

/** A query that returns the rows that break its rule. */
export type Invariant = { readonly name: string; readonly query: string };

/** Reads the invariants of all modules. */
export async function readInvariants(): Promise<readonly Invariant[]> {
  const files = (await Array.fromAsync(glob(queries, { cwd: folder }))).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.sql').replaceAll('-', ' '),
      query: (await readFile(join(folder, file), 'utf8')).trim().replace(/;$/, ''),
    })),
  );
}

/**
 * Runs invariant queries, those of all modules when none are given. All share one snapshot, so votes cast during the check
 * cause no false differences.
 *
 * @param pool can read all tables, including those of the ledger
 * @returns the names of the checked invariants, and the broken ones
 */
export async function checkInvariants(
  pool: Pool,
  given?: readonly Invariant[],
): Promise<{ checked: string[]; violations: Violation[] }> {
  const invariants = given ?? (await readInvariants());
  const client = await pool.connect();
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const violations: Violation[] = [];
    for (const { name, query } of invariants) {
      const { rows } = await client.query<Record<string, unknown>>(
        `SELECT * FROM (\n${query}\n) AS violation LIMIT ${shownRows}`,
      );
      if (rows.length > 0) violations.push({ invariant: name, rows });
    }
    return { checked: invariants.map(({ name }) => name), violations };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Counts what a check of the invariants judges: fans with accounts, transfers, and votes among them. */
export async function countLedger(
  pool: Pool,
): Promise<{ readonly fans: number; readonly transfers: number; readonly votes: number }> {
  const { rows } = await pool.query<{ fans: number; transfers: number; votes: number }>(
    `SELECT (SELECT count(DISTINCT fan) FROM ledger.account) AS fans, count(*) AS transfers,
            count(*) FILTER (WHERE t.leg = 0 AND p.kind = ANY ($1)) AS votes
       FROM ledger.transfer t JOIN ledger.pool p ON p.id = t.pool`,
    [[poolKinds.tally, poolKinds.quarantine]],
  );
  return rows[0] ?? { fans: 0, transfers: 0, votes: 0 };
}

/** Formats each broken invariant with its rows. */
export function describeViolations(violations: readonly Violation[]): string {
  return violations
    .map(({ invariant, rows }) => [`${invariant}:`, ...rows.map((row) => `  ${JSON.stringify(row)}`)].join('\n'))
    .join('\n');
}
