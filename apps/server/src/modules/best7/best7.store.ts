import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Ballot, Poll } from './poll.rules.ts';

/** Lists all polls; an activity has at most one. */
export async function listPolls(db: Kysely<DB>): Promise<Poll[]> {
  return db
    .selectFrom('best7_poll')
    .select(['activity_id as activityId', 'opens_at as opensAt', 'closes_at as closesAt', 'time_zone as timeZone'])
    .execute();
}

type NewBallot = {
  readonly fanId: number;
  readonly activityId: string;
  readonly day: string;
  readonly idolIds: readonly string[];
  readonly key: string;
  readonly castAt: Date;
};

/**
 * Inserts a ballot. Returns its id, or nothing when the fan has a ballot of that day; an uncommitted rival blocks until
 * it commits.
 *
 * @throws the violation of `best7_ballot_before_the_result` when the poll has its result
 */
export async function insertBallot(tx: Transaction<DB>, ballot: NewBallot): Promise<string | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into best7_ballot (activity_id, fan_id, day, place_1, place_2, place_3, place_4, place_5, place_6, place_7, key, cast_at)
    values (${ballot.activityId}, ${ballot.fanId}, ${ballot.day}, ${sql.join(ballot.idolIds)}, ${ballot.key}, ${ballot.castAt})
    on conflict (fan_id, activity_id, day) do nothing
    returning id`.execute(tx);
  return rows[0] && String(rows[0].id);
}

const shards = 16;

/**
 * Adds a ballot to the tallies of the fan's shard, in order of idol id, so that ballots do not deadlock. It runs last
 * in its transaction, because other ballots of the shard wait from here on.
 */
export async function countBallot(
  tx: Transaction<DB>,
  { fanId, activityId, idolIds }: Pick<NewBallot, 'fanId' | 'activityId' | 'idolIds'>,
): Promise<void> {
  await sql`
    insert into best7_tally as t (activity_id, idol_id, shard, points, first_places)
    select ${activityId}, idol_id, ${fanId % shards}::smallint, 8 - place, (place = 1)::integer
      from unnest(${idolIds}::text[]) with ordinality as p (idol_id, place)
     order by idol_id
    on conflict (activity_id, idol_id, shard) do update
      set points = t.points + excluded.points, first_places = t.first_places + excluded.first_places`.execute(tx);
}

/** The seven idols of a ballot in the fan's order. */
export const ballotIdols = sql<string[]>`array[place_1, place_2, place_3, place_4, place_5, place_6, place_7]`;

export async function findLastBallot(
  db: Kysely<DB>,
  { fanId, activityId }: { fanId: number; activityId: string },
): Promise<Ballot | undefined> {
  const row = await db
    .selectFrom('best7_ballot')
    .select(['id', 'day', 'cast_at as castAt', ballotIdols.as('idolIds')])
    .where('fan_id', '=', fanId)
    .where('activity_id', '=', activityId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ballotId: String(row.id), day: row.day, castAt: row.castAt, idolIds: row.idolIds };
}
