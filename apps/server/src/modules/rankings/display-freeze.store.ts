import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { isVisible } from '#/db/visible-in-snapshot.ts';
import type { QuarantineCounts } from '#/modules/quarantine/index.ts';
import type { Standing } from './standing.rules.ts';

/** What is shown of a round while its count is hidden. */
export type DisplayFreeze = {
  readonly frozenAt: Date;
  /** What the database had committed then, as a PostgreSQL snapshot: a transfer is shown if it is visible in it. */
  readonly seen: string;
  readonly version: number;
  readonly standings: readonly Standing[];
  readonly setAside: readonly (QuarantineCounts & { readonly idolId: string })[];
};

/** Whose freeze: a round has one. */
export type FreezeKey = { readonly activityId: string; readonly round: number };

/** The freeze that was written; nothing where there was none. */
export async function findFreeze(db: Kysely<DB>, { activityId, round }: FreezeKey): Promise<DisplayFreeze | undefined> {
  return db
    .selectFrom('display_freeze')
    .select(['frozen_at as frozenAt', 'seen', 'version', sql<DisplayFreeze['standings']>`standings`.as('standings')])
    .select(sql<DisplayFreeze['setAside']>`set_aside`.as('setAside'))
    .where('activity_id', '=', activityId)
    .where('round', '=', round)
    .executeTakeFirst();
}

/**
 * The freeze that was written, also one that was being taken when this was asked. Where there is none, what was committed
 * before this was asked is seen by the one that is taken later.
 */
export async function findTakenFreeze(
  db: Kysely<DB>,
  { activityId, round }: FreezeKey,
): Promise<DisplayFreeze | undefined> {
  return readFreeze(db, sql`taken_display_freeze(${activityId}, ${round}::smallint)`);
}

/**
 * The freeze that was written, or the one that is written now. Of several processes that come at once the first one's
 * stays, and all are answered with it, also with another `frozenAt` than they came with: the round's end was moved.
 *
 * @returns nothing where there was none and the round does not end at `closesAt`, of which `frozenAt` was reckoned, or is
 * settled: a freeze stays for ever, so none is taken by an end that was moved
 */
export async function takeFreeze(
  db: Kysely<DB>,
  { activityId, round, frozenAt, closesAt }: FreezeKey & { readonly frozenAt: Date; readonly closesAt: Date },
): Promise<DisplayFreeze | undefined> {
  return readFreeze(
    db,
    sql`take_display_freeze(${activityId}, ${round}::smallint, ${frozenAt}::timestamptz, ${closesAt}::timestamptz)`,
  );
}

/** What one call of the database answers; it is a transaction of its own, so that no lock outlives it. */
async function readFreeze(db: Kysely<DB>, call: RawBuilder<unknown>): Promise<DisplayFreeze | undefined> {
  const { rows } = await sql<DisplayFreeze>`
    select frozen_at as "frozenAt", seen, version, standings, set_aside as "setAside" from ${call}`.execute(db);
  return rows[0];
}

export type WrittenVote = { readonly voteId: string; readonly fanId: number };

/** Whether a freeze shows a vote: whether it was committed when the freeze was taken. */
export async function hasSeen(
  db: Kysely<DB>,
  { seen, period, vote }: { readonly seen: string; readonly period: number; readonly vote: WrittenVote },
): Promise<boolean> {
  const { rows } = await sql`
    select from ledger.transfer t
     where t.book = ${period} and t.fan = ${vote.fanId} and t.id = ${vote.voteId} and ${isSeen(seen)}`.execute(db);
  return rows.length > 0;
}

/** The condition on `ledger.transfer t` for what is shown: what a freeze has seen, everything where there is none. */
export function isSeen(seen: string | undefined) {
  return isVisible('t.xid', seen);
}
