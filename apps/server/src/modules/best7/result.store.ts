import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Poll } from './poll.ts';
import type { Place } from './standing.rules.ts';

/** The class of the advisory locks under which ballots of a poll and the writing of its result take turns. */
const turnLock = 7704;

/** The polls that have no result yet. */
export async function listPollsWithoutResult(
  db: Kysely<DB>,
): Promise<Pick<Poll, 'activityId' | 'opensAt' | 'closesAt'>[]> {
  return db
    .selectFrom('best7_poll as poll')
    .select(['activity_id as activityId', 'opens_at as opensAt', 'closes_at as closesAt'])
    .where('activity_id', 'not in', db.selectFrom('best7_result').select('activity_id'))
    .execute();
}

/** Waits for every ballot of a poll that is under way, and keeps others out until the transaction ends. */
export async function holdPoll(tx: Transaction<DB>, activityId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${turnLock}, hashtext(${activityId}))`.execute(tx);
}

export async function hasResult(tx: Transaction<DB>, activityId: string): Promise<boolean> {
  return (await readResult(tx, activityId)) !== undefined;
}

/** The result of a poll as it was written down; nothing as long as it can change. */
export async function readResult(db: Kysely<DB>, activityId: string): Promise<Place[] | undefined> {
  const places = await db
    .selectFrom('best7_result')
    .select(['idol_id as idolId', 'rank', 'points', 'first_places as firstPlaces'])
    .where('activity_id', '=', activityId)
    .orderBy('rank')
    .execute();
  return places.length > 0 ? places : undefined;
}

export async function insertResult(tx: Transaction<DB>, activityId: string, places: readonly Place[]): Promise<void> {
  await tx
    .insertInto('best7_result')
    .values(
      places.map(({ idolId, rank, points, firstPlaces }) => ({
        activity_id: activityId,
        idol_id: idolId,
        rank,
        points,
        first_places: firstPlaces,
      })),
    )
    .execute();
}
