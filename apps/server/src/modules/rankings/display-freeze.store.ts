import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { isVisible } from '#/db/visible-in-snapshot.ts';
import type { QuarantineCounts } from '#/modules/quarantine/index.ts';
import type { Standing } from './standing.rules.ts';

/** The state of a round that is shown while its count is hidden. */
export type DisplayFreeze = {
  readonly frozenAt: Date;
  /** The freeze's PostgreSQL snapshot: a transfer is shown if it is visible in it. */
  readonly seen: string;
  readonly version: number;
  readonly standings: readonly Standing[];
  readonly setAside: readonly (QuarantineCounts & { readonly idolId: string })[];
};

/** The key of a freeze; a round has one. */
export type FreezeKey = { readonly activityId: string; readonly round: number };

/** Returns the stored freeze; nothing without one. */
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
 * Returns the stored freeze and waits for one in progress. Without one, a later freeze contains all that was committed
 * before this call.
 */
export async function findTakenFreeze(
  db: Kysely<DB>,
  { activityId, round }: FreezeKey,
): Promise<DisplayFreeze | undefined> {
  return readFreeze(db, sql`taken_display_freeze(${activityId}, ${round}::smallint)`);
}

/**
 * Returns the stored freeze or stores one. The first of concurrent processes wins; all get its freeze, even with
 * another `frozenAt`.
 *
 * @returns nothing without a freeze if the round is settled or no longer ends at `closesAt`, the basis of `frozenAt`: a
 * freeze is permanent, so a moved end must not cause one
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

/** Runs in a transaction of its own, so that no lock outlives the call. */
async function readFreeze(db: Kysely<DB>, call: RawBuilder<unknown>): Promise<DisplayFreeze | undefined> {
  const { rows } = await sql<DisplayFreeze>`
    select frozen_at as "frozenAt", seen, version, standings, set_aside as "setAside" from ${call}`.execute(db);
  return rows[0];
}

export type WrittenVote = { readonly voteId: string; readonly fanId: number };

/** Whether a vote was committed before the freeze. */
export async function hasSeen(
  db: Kysely<DB>,
  { seen, period, vote }: { readonly seen: string; readonly period: number; readonly vote: WrittenVote },
): Promise<boolean> {
  const { rows } = await sql`
    select from ledger.transfer t
     where t.book = ${period} and t.fan = ${vote.fanId} and t.id = ${vote.voteId} and ${isSeen(seen)}`.execute(db);
  return rows.length > 0;
}

/** The condition on `ledger.transfer t` for shown rows: those visible in the freeze, or all without one. */
export function isSeen(seen: string | undefined) {
  return isVisible('t.xid', seen);
}
