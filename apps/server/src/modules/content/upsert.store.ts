import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** The number of written rows. Rows that were equal already are neither touched nor counted. */
export type UpsertCounts = { readonly added: number; readonly changed: number };

/** What the application of a part of a pack did. */
export type AppliedPart = { readonly written: readonly UpsertCounts[]; readonly retired: number };

/** Rows that a pack no longer names are retired, because records of fans refer to them. */
export type RetirableTable =
  | 'banner'
  | 'faq_entry'
  | 'live_chat_words'
  | 'luck_plan'
  | 'nft_edition'
  | 'offer'
  | 'page'
  | 'staking_plan'
  | 'staking_pool'
  | 'task'
  | 'vote_pack';

type ContentTable =
  | RetirableTable
  | 'activity'
  | 'best7_poll'
  | 'brand'
  | 'brand_picture'
  | 'candidate'
  | 'claim_terms'
  | 'gift_terms'
  | 'idol'
  | 'invite_terms'
  | 'live_recording'
  | 'live_room'
  | 'luck_budget'
  | 'quiz'
  | 'quiz_edition'
  | 'riddle'
  | 'riddle_round'
  | 'riddle_solution'
  | 'song'
  | 'song_event'
  | 'staking_budget'
  | 'team';

/**
 * Inserts or updates rows. All rows have the same columns; jsonb columns take plain values, and omitted columns keep their
 * value or take their default.
 */
export async function upsert(
  tx: Transaction<DB>,
  table: ContentTable,
  key: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<UpsertCounts> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return { added: 0, changed: 0 };
  const target = sql.table(table);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const rest = columns.filter((column) => !key.includes(column));
  const old = sql.join(rest.map((column) => sql.ref(`${table}.${column}`)));
  const wanted = sql.join(rest.map((column) => sql.ref(`excluded.${column}`)));

  const { rows: written } = await sql<{ isNew: boolean }>`
    insert into ${target} (${names})
    select ${names} from jsonb_populate_recordset(null::${target}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${sql.join(key.map((column) => sql.ref(column)))})
      do update set (${sql.join(rest.map((column) => sql.ref(column)))}) = row(${wanted})
      where (${old}) is distinct from (${wanted})
    returning (xmax = 0) as "isNew"`.execute(tx);
  const added = written.filter((row) => row.isNew).length;
  return { added, changed: written.length - added };
}
