import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Tally } from './standing.rules.ts';

export type Tallies = {
  readonly tallies: readonly Tally[];
  /** How many votes were cast so far. It grows with every vote and is the same on every replica. */
  readonly version: number;
};

type Row = { idolId: string; votes: number; transfers: number; reachedAt: Date | null };

/** The exact tallies of an activity: a sum over the shards of its candidates' pools. */
export async function readTallies(db: Kysely<DB>, activityId: string): Promise<Tallies> {
  const { rows } = await sql<Row>`
    select c.idol_id as "idolId", coalesce(sum(s.credits - s.debits), 0)::bigint as votes,
           coalesce(sum(s.transfers), 0)::bigint as transfers, max(s.last_at) as "reachedAt"
      from candidate c
      left join ledger.pool_shard s on s.pool = c.pool
     where c.activity_id = ${activityId} and not c.withdrawn
     group by c.idol_id`.execute(db);
  return { tallies: rows, version: rows.reduce((sum, row) => sum + row.transfers, 0) };
}

/** The ranks of the latest snapshot that was taken before a moment. */
export async function readEarlierRanks(
  db: Kysely<DB>,
  { activityId, before }: { activityId: string; before: Date },
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('ranking_snapshot')
    .select(['idol_id', 'rank'])
    .where('activity_id', '=', activityId)
    .where('taken_at', '=', (one) =>
      one
        .selectFrom('ranking_snapshot')
        .select((each) => each.fn.max('taken_at').as('latest'))
        .where('activity_id', '=', activityId)
        .where('taken_at', '<', before),
    )
    .execute();
  return new Map(rows.map((row) => [row.idol_id, row.rank]));
}

/** Keeps a standing. The first of several replicas that come at the same hour is kept. */
export async function keepSnapshot(
  db: Kysely<DB>,
  snapshot: {
    activityId: string;
    takenAt: Date;
    standings: readonly { idolId: string; votes: number; rank: number }[];
  },
): Promise<void> {
  if (snapshot.standings.length === 0) return;
  await db
    .insertInto('ranking_snapshot')
    .values(
      snapshot.standings.map(({ idolId, votes, rank }) => ({
        activity_id: snapshot.activityId,
        taken_at: snapshot.takenAt,
        idol_id: idolId,
        votes,
        rank,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
