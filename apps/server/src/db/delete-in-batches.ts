import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from './schema.ts';

/** Rows per statement; even a slow disk deletes these within the statement timeout. */
const rowsAtOnce = 5_000;

type OldRows = {
  readonly table:
    | 'ai_question'
    | 'analytics_event'
    | 'analytics_day'
    | 'claim_count'
    | 'database_size'
    | 'digest_mail'
    | 'idempotent_request'
    | 'live_chat_act'
    | 'live_chat_lock'
    | 'live_session'
    | 'live_visitor'
    | 'notice'
    | 'notice_run'
    | 'operator_request'
    | 'session'
    | 'sign_in'
    | 'vote_cluster'
    | 'webhook_event';
  /** The column of the row's time. An index should begin with it. */
  readonly column:
    | 'asked_at'
    | 'begun_at'
    | 'created_at'
    | 'received_at'
    | 'day'
    | 'expires_at'
    | 'ended_at'
    | 'crowded_until'
    | 'read_at'
    | 'sent_at'
    | 'at'
    | 'beat_at'
    | 'locked_until'
    | 'measured_at'
    | 'occurred_at'
    | 'token_until';
  readonly before: Date | string;
};

/** Deletes a table's rows older than an instant or a day, in batches. */
export async function deleteInBatches(
  db: Kysely<DB>,
  { table, column, before }: OldRows,
  most: number = rowsAtOnce,
): Promise<void> {
  await deleteWhere(db, { table, condition: sql`${sql.ref(column)} < ${before}`, order: sql.ref(column) }, most);
}

type UnneededRows = {
  readonly table:
    | OldRows['table']
    | 'live_chat_message'
    | 'points_earned'
    | 'vote_observation'
    | 'vote_pace'
    | 'clustered_vote';
  /** Selects the rows. An index should find them. */
  readonly condition: RawBuilder<unknown>;
  /** The order of that index, for many rows: otherwise every batch would begin among deleted rows. */
  readonly order?: RawBuilder<unknown>;
};

/**
 * Deletes a table's rows by a condition, in batches. A single statement would time out once there are too many, and after
 * each failure there would be more.
 */
export async function deleteWhere(
  db: Kysely<DB>,
  { table, condition, order }: UnneededRows,
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
