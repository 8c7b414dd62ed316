import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.ts';

/** Rows of one statement, which even a slow disk deletes well within the time that a statement has. */
const rowsAtOnce = 5_000;

type Old = {
  readonly table: 'analytics_event' | 'analytics_day' | 'claim_count' | 'session' | 'sign_in';
  /** When a row is from, is good until, or was over. An index should begin with it. */
  readonly column: 'received_at' | 'day' | 'expires_at' | 'ended_at';
  readonly before: Date | string;
};

/**
 * Deletes the rows of a table that are older than an instant or a day, some at a time until none is left. A single
 * statement would be cut short once there are too many of them, and there would be more of them after every failure.
 */
export async function deleteInBatches(
  db: Kysely<DB>,
  { table, column, before }: Old,
  most: number = rowsAtOnce,
): Promise<void> {
  let deleted: bigint;
  do {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${before} LIMIT ${most}
      ))`.execute(db);
    deleted = numAffectedRows;
  } while (deleted === BigInt(most));
}
