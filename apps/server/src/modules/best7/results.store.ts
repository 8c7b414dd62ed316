import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { type SingleFlight, createSingleFlight } from '#/lib/single-flight.ts';
import { type Place, rankTallies, type Standing, type Tally, type Poll, pollState } from './poll.rules.ts';

type Results = {
  /** Of all fans, on all days. */
  readonly ballots: number;
  /** Everybody who stands in the activity, in order. */
  readonly standings: readonly Standing[];
  /** Whether they are written down, so that nothing changes them any more. */
  readonly isFinal: boolean;
};

/** The results of a poll: as they were written down, or by what has been counted until now. Who has withdrawn is not shown. */
export async function readResults(db: Kysely<DB>, activityId: string): Promise<Results> {
  const final = await readResult(db, activityId);
  const places = final ?? (await countBallots(db, activityId));
  return {
    // Every ballot has exactly one first place.
    ballots: places.reduce((sum, { firstPlaces }) => sum + firstPlaces, 0),
    standings: places.flatMap(({ rank, ...rest }) => (rank === null ? [] : [{ ...rest, rank }])),
    isFinal: final !== undefined,
  };
}

/** What the ballots of a poll come to: a sum over the shards of its tallies. Those with a rank come first, in its order. */
async function countBallots(db: Kysely<DB>, activityId: string): Promise<Place[]> {
  const { rows } = await sql<Tally & { isWithdrawn: boolean }>`
    select c.idol_id as "idolId", i.number, c.withdrawn as "isWithdrawn",
           coalesce(sum(t.points), 0)::bigint as points, coalesce(sum(t.first_places), 0)::bigint as "firstPlaces"
      from candidate c
      join idol i on i.id = c.idol_id
      left join best7_tally t on t.activity_id = c.activity_id and t.idol_id = c.idol_id
     where c.activity_id = ${activityId}
     group by c.idol_id, i.number, c.withdrawn`.execute(db);
  const withdrawn = rows.filter(({ isWithdrawn }) => isWithdrawn);
  return [
    ...rankTallies(rows.filter(({ isWithdrawn }) => !isWithdrawn)),
    ...withdrawn.map(({ idolId, points, firstPlaces }) => ({ idolId, rank: null, points, firstPlaces })),
  ];
}

/** The class of the advisory locks under which ballots of a poll and the writing of its result take turns. */
const turnLock = 7704;

/** The polls that have no result yet. */
async function listPollsWithoutResult(db: Kysely<DB>): Promise<Pick<Poll, 'activityId' | 'opensAt' | 'closesAt'>[]> {
  return db
    .selectFrom('best7_poll as poll')
    .select(['activity_id as activityId', 'opens_at as opensAt', 'closes_at as closesAt'])
    .where('activity_id', 'not in', db.selectFrom('best7_result').select('activity_id'))
    .execute();
}

/** Waits for every ballot of a poll that is under way, and keeps others out until the transaction ends. */
async function holdPoll(tx: Transaction<DB>, activityId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${turnLock}, hashtext(${activityId}))`.execute(tx);
}

export async function hasResult(tx: Transaction<DB>, activityId: string): Promise<boolean> {
  return (await readResult(tx, activityId)) !== undefined;
}

/** The result of a poll as it was written down; nothing as long as it can change. */
async function readResult(db: Kysely<DB>, activityId: string): Promise<Place[] | undefined> {
  const places = await db
    .selectFrom('best7_result')
    .select(['idol_id as idolId', 'rank', 'points', 'first_places as firstPlaces'])
    .where('activity_id', '=', activityId)
    .orderBy('rank')
    .execute();
  return places.length > 0 ? places : undefined;
}

async function insertResult(tx: Transaction<DB>, activityId: string, places: readonly Place[]): Promise<void> {
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
 * Writes down the result of every poll that is over for good, each once however often and by however many this runs.
 *
 * @param now a time on which all processes agree: it cannot be undone
 */
export async function freezeResults(db: Kysely<DB>, now: Date): Promise<void> {
  for (const poll of await listPollsWithoutResult(db)) {
    if (pollState(poll, now) !== 'final') continue;
    const { activityId } = poll;
    await transactionWithRetry(db, async (tx) => {
      await holdPoll(tx, activityId);
      if (!(await hasResult(tx, activityId))) await insertResult(tx, activityId, await countBallots(tx, activityId));
    });
  }
}

/** The results of one process: one reading of the database at a time, however many ask and however many vote. */
export type LiveResults = {
  /** The results, at most half a second old. */
  current(activityId: string): Promise<Results>;
  /** Makes the next question read the database: whoever has just cast a ballot finds it counted. */
  forget(activityId: string): void;
};

export function createLiveResults(db: Kysely<DB>): LiveResults {
  const readings = new Map<string, SingleFlight<Results>>();
  return {
    current(activityId) {
      let reading = readings.get(activityId);
      if (!reading) {
        reading = createSingleFlight(() => readResults(db, activityId));
        readings.set(activityId, reading);
      }
      return reading.current();
    },
    forget: (activityId) => readings.get(activityId)?.forget(),
  };
}
