import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from './schema.ts';

/** Rows of one statement, which even a slow disk deletes well within the time that a statement has. */
const rowsAtOnce = 5_000;

type Old = {
  readonly table:
    | 'analytics_event'
    | 'analytics_day'
    | 'claim_count'
    | 'idempotent_request'
    | 'operator_request'
    | 'session'
    | 'sign_in'
    | 'vote_cluster';
  /** When a row is from, is good until, or was over. An index should begin with it. */
  readonly column: 'created_at' | 'received_at' | 'day' | 'expires_at' | 'ended_at' | 'crowded_until';
  readonly before: Date | string;
};

/** Deletes the rows of a table that are older than an instant or a day, some at a time until none is left. */
export async function deleteInBatches(
  db: Kysely<DB>,
  { table, column, before }: Old,
  most: number = rowsAtOnce,
): Promise<void> {
  await deleteWhere(db, { table, condition: sql`${sql.ref(column)} < ${before}`, order: sql.ref(column) }, most);
}

type Unneeded = {
  readonly table: Old['table'] | 'points_earned' | 'vote_sighting' | 'vote_pace' | 'clustered_vote';
  /** Which rows are needed no longer. An index should find them. */
  readonly condition: RawBuilder<unknown>;
  /** The order of that index, where many rows go: read without it, every part would begin among those that are gone. */
  readonly order?: RawBuilder<unknown>;
};

/**
 * Deletes the rows of a table for which a condition holds, some at a time until none is left. A single statement would be cut
 * short once there are too many of them, and there would be more of them after every failure.
 */
export async function deleteWhere(
  db: Kysely<DB>,
  { table, condition, order }: Unneeded,
  most: number = rowsAtOnce,
): Promise<void> {
  let deleted: bigint;
  do {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${sql.table(table)} WHERE ${condition} ${order ? sql`ORDER BY ${order}` : sql``} LIMIT ${most}
      ))`.execute(db);
    deleted = numAffectedRows;
  } while (deleted === BigInt(most));
}
