import { type Kysely, sql, type RawBuilder } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Round } from '#/modules/elections/index.ts';
import { isVisible } from '#/db/visible-in-snapshot.ts';
import type { QuarantineCounts } from '#/modules/quarantine/index.ts';
import { activityRows, freezeRows } from '#/modules/elections/index.ts';
import type { IdolStanding } from './standing.rules.ts';
import type { HourlyStandings } from './trends.rules.ts';

export type Standings = {
  /** The standings from the first rank to the last, without withdrawn idols. */
  readonly standings: readonly IdolStanding[];
  /** The number of votes and decisions in the activity: monotonic and equal on all replicas. */
  readonly version: number;
};

/**
 * Ranks the idols of a round: more votes first; ties by the rules, earlier count then smaller id, or a shared rank.
 * Live rankings and results share this query.
 */
export async function readStandings(
  db: Kysely<DB>,
  { activityId, round }: { activityId: string; round: number },
): Promise<Standings> {
  const { rows } = await sql<StandingRow>`
    select s.idol_id as "idolId", s.votes, s.rank, counted.version
      from ${versionOf(activityId)} counted
      left join standing_of_round(${activityId}, ${round}::smallint) s on true
     order by s.rank, s.idol_id::bigint`.execute(db);
  return standingsOf(rows);
}

function versionOf(activityId: string) {
  return sql`(select coalesce(sum(x.transfers), 0)::bigint as version
                from ${activityRows} a
                join ledger.pool p on p.period = a.period
                join ledger.pool_shard x on x.pool = p.id
               where a.id = ${activityId})`;
}

type StandingRow = { idolId: string | null; votes: number; rank: number; version: number };

function standingsOf(rows: readonly StandingRow[]): Standings {
  return {
    standings: rows.flatMap(({ idolId, votes, rank }) => (idolId === null ? [] : [{ idolId, votes, rank }])),
    version: rows[0]?.version ?? 0,
  };
}

/** Returns a round's current standings, or a settled round's result, which later withdrawals do not change. */
export async function readRoundStandings(
  db: Kysely<DB>,
  { activityId, round: { round, status } }: { activityId: string; round: Pick<Round, 'round' | 'status'> },
): Promise<Standings> {
  if (status !== 'settled') return readStandings(db, { activityId, round });
  const { rows } = await sql<StandingRow>`
    select r.idol_id as "idolId", r.votes, r.rank, counted.version
      from ${versionOf(activityId)} counted
      left join round_result r on r.activity_id = ${activityId} and r.round = ${round}
     order by r.rank, r.idol_id::bigint`.execute(db);
  return standingsOf(rows);
}

/** An idol's final standing in an earlier round. */
export type RoundRow = IdolStanding & { readonly round: number; readonly goesOn: boolean };

/** Returns the results of the settled rounds before another. */
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

/** Returns the ranks of the latest snapshot in a period of time. */
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

type HourRow = { at: Date; standings: Readonly<Record<string, { votes: number; rank: number }>> };

/**
 * Returns the hourly standings of an activity from a moment on, with the last ones before it, in one query over their
 * index. Hours up to `begin` belong to another round.
 */
export async function readHourlyStandings(
  db: Kysely<DB>,
  { activityId, begin, from, until }: { activityId: string; begin: Date; from: Date; until: Date },
): Promise<HourlyStandings[]> {
  const { rows } = await sql<HourRow>`
    select taken_at as at, jsonb_object_agg(idol_id, jsonb_build_object('votes', votes, 'rank', rank)) as standings
      from ranking_snapshot
     where activity_id = ${activityId} and taken_at > ${begin} and taken_at <= ${until}
       and taken_at >= coalesce((select max(taken_at) from ranking_snapshot
                                  where activity_id = ${activityId} and taken_at > ${begin} and taken_at <= ${from}),
                                ${from})
     group by taken_at
     order by taken_at`.execute(db);
  return rows.map(({ at, standings }) => ({ at, standings: new Map(Object.entries(standings)) }));
}

/** Stores a snapshot. The first of several replicas wins. */
export async function keepSnapshot(
  db: Kysely<DB>,
  snapshot: {
    activityId: string;
    takenAt: Date;
    standings: readonly IdolStanding[];
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

/** Ends the voting window of a round in the ledger. */
export async function closePeriod(db: Kysely<DB>, period: number, at: Date): Promise<void> {
  await sql`select ledger.close_period(${period}, ${at})`.execute(db);
}

/** Publishes the result of a round that is over. Returns whether that is done: votes without a decision prevent it. */
export async function settleRound(
  db: Kysely<DB>,
  { activityId, round, at }: { readonly activityId: string; readonly round: number; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isSettled: boolean }>`
    select settle_round(${activityId}, ${round}::smallint, ${at}) as "isSettled"`.execute(db);
  return rows[0]?.isSettled ?? false;
}

/** The state of a round that is shown while its count is hidden. */
export type DisplayFreeze = {
  readonly frozenAt: Date;
  /** The freeze's PostgreSQL snapshot: a transfer is shown if it is visible in it. */
  readonly seen: string;
  readonly version: number;
  readonly standings: readonly IdolStanding[];
  readonly setAside: readonly (QuarantineCounts & { readonly idolId: string })[];
};

/** The key of a freeze; a round has one. */
export type FreezeKey = { readonly activityId: string; readonly round: number };

/** Returns the stored freeze; nothing without one. */
export async function findFreeze(db: Kysely<DB>, { activityId, round }: FreezeKey): Promise<DisplayFreeze | undefined> {
  return db
    .selectFrom(freezeRows.as('freeze'))
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

/** Reads the freeze in its own transaction, so that no lock outlives the call. */
async function readFreeze(db: Kysely<DB>, call: RawBuilder<unknown>): Promise<DisplayFreeze | undefined> {
  const { rows } = await sql<DisplayFreeze>`
    select frozen_at as "frozenAt", seen, version, standings, set_aside as "setAside" from ${call}`.execute(db);
  return rows[0];
}

export type WrittenVote = { readonly voteId: string; readonly fanId: number };

/** Returns whether a vote was committed before the freeze. */
export async function hasSeen(
  db: Kysely<DB>,
  { seen, period, vote }: { readonly seen: string; readonly period: number; readonly vote: WrittenVote },
): Promise<boolean> {
  const { rows } = await sql`
    select from ledger.transfer t
     where t.book = ${period} and t.fan = ${vote.fanId} and t.id = ${vote.voteId} and ${isSeen(seen)}`.execute(db);
  return rows.length > 0;
}

/** Returns the condition on `ledger.transfer t` for shown rows: those visible in the freeze, or all without one. */
export function isSeen(seen: string | undefined) {
  return isVisible('t.xid', seen);
}
