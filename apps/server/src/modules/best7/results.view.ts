import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { readResult } from './result.store.ts';
import { type Place, rankTallies, type Standing, type Tally } from './standing.rules.ts';

export type Results = {
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
export async function countBallots(db: Kysely<DB>, activityId: string): Promise<Place[]> {
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
