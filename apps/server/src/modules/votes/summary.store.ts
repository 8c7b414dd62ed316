import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { CountAt } from './summary.rules.ts';

type Row = { at: Date; votes: number; ofLeaders: Readonly<Record<string, number>> | null };

/** The hourly counts of an activity, of those who still stand in it, from the earliest to the latest. */
export async function readHourlyCounts(
  db: Kysely<DB>,
  { activityId, leaders }: { activityId: string; leaders: readonly string[] },
): Promise<CountAt[]> {
  const { rows } = await sql<Row>`
    select s.taken_at as at, sum(s.votes)::bigint as votes,
           jsonb_object_agg(s.idol_id, s.votes) filter (where s.idol_id = any(${leaders}::text[])) as "ofLeaders"
      from ranking_snapshot s
      join candidate c on c.activity_id = s.activity_id and c.idol_id = s.idol_id and not c.withdrawn
     where s.activity_id = ${activityId}
     group by s.taken_at
     order by s.taken_at`.execute(db);
  return rows.map(({ at, votes, ofLeaders }) => ({
    at,
    votes,
    leaderVotes: leaders.map((idolId) => ofLeaders?.[idolId] ?? 0),
  }));
}

/**
 * How many different fans voted in a period. Its book holds nothing but votes, so one pass over the index that begins
 * with book and fan is enough: 0.15 s for a million votes on two cores.
 */
export async function countVoters(db: Kysely<DB>, period: number): Promise<number> {
  const { rows } = await sql<{ voters: number }>`
    select count(distinct fan) as voters from ledger.transfer where book = ${period}`.execute(db);
  return rows[0]?.voters ?? 0;
}
