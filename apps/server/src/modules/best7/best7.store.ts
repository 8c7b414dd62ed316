import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { lockClasses } from '#/db/lock-classes.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { createSingleFlights } from '#/lib/shared-reads.ts';
import type { Services } from '#/services.ts';
import { candidateRows, idolRows } from '#/modules/elections/index.ts';
import {
  type Ballot,
  type Poll,
  type IdolResult,
  rankTallies,
  type PollStanding,
  type Tally,
  pollState,
} from './poll.rules.ts';

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
    insert into best7_ballot (activity_id, fan_id, day, place_1, place_2, place_3, place_4, place_5, place_6, place_7,
      key, cast_at)
    values (${ballot.activityId}, ${ballot.fanId}, ${ballot.day}, ${sql.join(ballot.idolIds)}, ${ballot.key},
      ${ballot.castAt})
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

type Results = {
  /** Ballots of all fans on all days. */
  readonly ballots: number;
  /** All idols of the activity, ranked. */
  readonly standings: readonly PollStanding[];
  /** Whether the result is stored and immutable. */
  readonly isFinal: boolean;
};

/** Returns a poll's results, stored or counted until now, without withdrawn idols. */
export async function readResults(db: Kysely<DB>, activityId: string): Promise<Results> {
  const final = await readResult(db, activityId);
  const places = final ?? (await countBallots(db, activityId));
  return {
    // Each ballot has exactly one first place.
    ballots: places.reduce((sum, { firstPlaces }) => sum + firstPlaces, 0),
    standings: places.flatMap(({ rank, ...rest }) => (rank === null ? [] : [{ ...rest, rank }])),
    isFinal: final !== undefined,
  };
}

/** Sums the shards of a poll's tallies. Ranked idols come first, in order. */
async function countBallots(db: Kysely<DB>, activityId: string): Promise<IdolResult[]> {
  const { rows } = await sql<Tally & { isWithdrawn: boolean }>`
    select c.idol_id as "idolId", i.number, c.withdrawn as "isWithdrawn",
           coalesce(sum(t.points), 0)::bigint as points, coalesce(sum(t.first_places), 0)::bigint as "firstPlaces"
      from ${candidateRows} c
      join ${idolRows} i on i.id = c.idol_id
      left join best7_tally t on t.activity_id = c.activity_id and t.idol_id = c.idol_id
     where c.activity_id = ${activityId}
     group by c.idol_id, i.number, c.withdrawn`.execute(db);
  const withdrawn = rows.filter(({ isWithdrawn }) => isWithdrawn);
  return [
    ...rankTallies(rows.filter(({ isWithdrawn }) => !isWithdrawn)),
    ...withdrawn.map(({ idolId, points, firstPlaces }) => ({ idolId, rank: null, points, firstPlaces })),
  ];
}

async function listPollsWithoutResult(db: Kysely<DB>): Promise<Pick<Poll, 'activityId' | 'opensAt' | 'closesAt'>[]> {
  return db
    .selectFrom('best7_poll as poll')
    .select(['activity_id as activityId', 'opens_at as opensAt', 'closes_at as closesAt'])
    .where('activity_id', 'not in', db.selectFrom('best7_result').select('activity_id'))
    .execute();
}

/** Takes the exclusive lock of a poll: waits for running ballots and blocks new ones until the transaction ends. */
async function holdPoll(tx: Transaction<DB>, activityId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClasses.best7Poll}, hashtext(${activityId}))`.execute(tx);
}

export async function hasResult(tx: Transaction<DB>, activityId: string): Promise<boolean> {
  return (await readResult(tx, activityId)) !== undefined;
}

/** Returns a poll's stored result; nothing while it can change. */
async function readResult(db: Kysely<DB>, activityId: string): Promise<IdolResult[] | undefined> {
  const places = await db
    .selectFrom('best7_result')
    .select(['idol_id as idolId', 'rank', 'points', 'first_places as firstPlaces'])
    .where('activity_id', '=', activityId)
    .orderBy('rank')
    .execute();
  return places.length > 0 ? places : undefined;
}

async function insertResult(tx: Transaction<DB>, activityId: string, places: readonly IdolResult[]): Promise<void> {
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

/**
 * Stores the result of each poll that is over, once, however many processes run it.
 *
 * @param now the database's time, because a result cannot be undone
 */
export async function freezeResults(db: Kysely<DB>, now: Date): Promise<void> {
  for (const poll of await listPollsWithoutResult(db)) {
    if (pollState(poll, now) !== 'final') continue;
    const { activityId } = poll;
    await transactionWithRetry(db, (tx) => freezeResult(tx, activityId));
  }
}

/** Stores the result of a poll that is over, unless it is stored already. */
export async function freezeResult(tx: Transaction<DB>, activityId: string): Promise<void> {
  await holdPoll(tx, activityId);
  if (!(await hasResult(tx, activityId))) await insertResult(tx, activityId, await countBallots(tx, activityId));
}

/** The results of one process, with at most one read of the database at a time. */
export type LiveResults = {
  /** Returns the results, at most half a second old. */
  current(activityId: string): Promise<Results>;
  /** Makes the next call read the database, so that a fan finds their own ballot counted. */
  forget(activityId: string): void;
};

export function createLiveResults({ db, clock }: Pick<Services, 'db' | 'clock'>): LiveResults {
  return createSingleFlights(clock, (activityId) => readResults(db, activityId));
}
