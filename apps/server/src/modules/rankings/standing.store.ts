import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Round } from '#/modules/elections/index.ts';
import type { Standing } from './standing.rules.ts';

export type Standings = {
  /** From the first place to the last, without who has withdrawn. */
  readonly standings: readonly Standing[];
  /**
   * How many votes and decisions about votes there were in the activity so far, so that it never shrinks. It grows with
   * every vote and is the same on every replica.
   */
  readonly version: number;
};

/**
 * Where those who take part in a round stand: more votes first; of equals, as the rules say, who reached the count first,
 * then the smaller idol id, or all on the same place. The database has this order once, for live rankings and results.
 */
export async function readStandings(
  db: Kysely<DB>,
  { activityId, round }: { activityId: string; round: number },
): Promise<Standings> {
  const { rows } = await sql<Row>`
    select s.idol_id as "idolId", s.votes, s.rank, counted.version
      from ${versionOf(activityId)} counted
      left join standing_of_round(${activityId}, ${round}::smallint) s on true
     order by s.rank, s.idol_id::bigint`.execute(db);
  return standingsOf(rows);
}

function versionOf(activityId: string) {
  return sql`(select coalesce(sum(x.transfers), 0)::bigint as version
                from activity a
                join ledger.pool p on p.period = a.period
                join ledger.pool_shard x on x.pool = p.id
               where a.id = ${activityId})`;
}

type Row = { idolId: string | null; votes: number; rank: number; version: number };

function standingsOf(rows: readonly Row[]): Standings {
  return {
    standings: rows.flatMap(({ idolId, votes, rank }) => (idolId === null ? [] : [{ idolId, votes, rank }])),
    version: rows[0]?.version ?? 0,
  };
}

/**
 * Where those who take part in a round stand now, or in the end: a round that is settled is answered with its result,
 * whoever has withdrawn since.
 */
export async function readRoundStandings(
  db: Kysely<DB>,
  { activityId, round: { round, status } }: { activityId: string; round: Pick<Round, 'round' | 'status'> },
): Promise<Standings> {
  if (status !== 'settled') return readStandings(db, { activityId, round });
  const { rows } = await sql<Row>`
    select r.idol_id as "idolId", r.votes, r.rank, counted.version
      from ${versionOf(activityId)} counted
      left join round_result r on r.activity_id = ${activityId} and r.round = ${round}
     order by r.rank, r.idol_id::bigint`.execute(db);
  return standingsOf(rows);
}

/** How earlier rounds ended, round by round, each from the first place to the last. */
export type RoundRow = Standing & { readonly round: number; readonly goesOn: boolean };

/** The results of the settled rounds before another. */
export async function readEarlierRounds(
  db: Kysely<DB>,
  { activityId, before }: { activityId: string; before: number },
): Promise<RoundRow[]> {
  if (before === 1) return [];
  const { rows } = await sql<RoundRow>`
    select round, idol_id as "idolId", votes, rank, goes_on as "goesOn"
      from round_result
     where activity_id = ${activityId} and round < ${before}
     order by round, rank, idol_id::bigint`.execute(db);
  return rows;
}

/** The ranks of the latest snapshot that was taken before a moment, and not before another. */
export async function readEarlierRanks(
  db: Kysely<DB>,
  { activityId, before, notBefore }: { activityId: string; before: Date; notBefore: Date | null },
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
        .where('taken_at', '<', before)
        .$if(notBefore !== null, (some) => some.where('taken_at', '>=', notBefore)),
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
    standings: readonly Standing[];
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
