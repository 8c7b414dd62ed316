import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { isSeen } from './display-freeze.store.ts';
import type { CountAt } from './summary.rules.ts';

type Row = { at: Date; votes: number; ofLeaders: Readonly<Record<string, number>> | null };

/** The hourly counts of some idols of an activity, from the earliest to the latest; `leaders` are among them. */
export async function readHourlyCounts(
  db: Kysely<DB>,
  { activityId, idolIds, leaders }: { activityId: string; idolIds: readonly string[]; leaders: readonly string[] },
): Promise<CountAt[]> {
  const { rows } = await sql<Row>`
    select s.taken_at as at, sum(s.votes)::bigint as votes,
           jsonb_object_agg(s.idol_id, s.votes) filter (where s.idol_id = any(${leaders}::text[])) as "ofLeaders"
      from ranking_snapshot s
     where s.activity_id = ${activityId} and s.idol_id = any(${idolIds}::text[])
     group by s.taken_at
     order by s.taken_at`.execute(db);
  return rows.map(({ at, votes, ofLeaders }) => ({
    at,
    votes,
    leaderVotes: leaders.map((idolId) => ofLeaders?.[idolId] ?? 0),
  }));
}

/**
 * How many different fans voted in a period, and how many times. Its book holds nothing but votes and what was decided about
 * them, so one pass over the index that begins with book and fan is enough: 0.15 s for a million votes on two cores.
 *
 * @param seen only votes that this PostgreSQL snapshot has count; all of them without it.
 */
export async function countVoters(
  db: Kysely<DB>,
  { period, seen }: { period: number; seen: string | undefined },
): Promise<{ voters: number; ballots: number }> {
  const { rows } = await sql<{ voters: number; ballots: number }>`
    select count(distinct t.fan) as voters, count(*) as ballots
      from ledger.transfer t where t.book = ${period} and t.leg = 0 and ${isSeen(seen)}`.execute(db);
  return rows[0] ?? { voters: 0, ballots: 0 };
}
