import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { poolKinds } from '#/db/pool-kinds.ts';
import type { DB } from '#/db/schema.ts';
import {
  type Activity,
  activityState,
  type ActivityState,
  countedFrom,
  type Round,
  roundOnShow,
  roundState,
  type Ranking,
} from '#/modules/elections/index.ts';
import { accountRows, presentFan, type ShownFan, supporterFaceRows } from '#/modules/identity/index.ts';
import { readShownQuarantineCounts, sumQuarantineCounts, type QuarantineCounts } from '#/modules/quarantine/index.ts';
import { type DisplayFreeze, isSeen, readEarlierRounds, readRoundStandings, type RoundRow } from './standing.store.ts';
import { type IdolStanding, busiestHour, type CountAt, countOverTime, type Hour, thinOut } from './standing.rules.ts';

/** The figures of an activity; the texts are added per language. */
export type SummaryFigures = {
  readonly activity: Activity;
  readonly state: ActivityState;
  readonly takenAt: Date;
  /** The round on show, to which the figures belong. */
  readonly round: number;
  /** The state of that round. */
  readonly roundState: ActivityState;
  readonly frozenAt: Date | null;
  readonly standings: readonly IdolStanding[];
  readonly totalVotes: number;
  readonly setAside: QuarantineCounts;
  readonly voters: number;
  readonly ballots: number;
  readonly leaders: readonly string[];
  readonly votesOverTime: readonly CountAt[];
  readonly busiestHour: Hour | null;
  readonly earlierRounds: readonly EarlierRound[];
};

/** The result of a finished round. */
type EarlierRound = { readonly round: Round; readonly ranking: readonly RoundRow[] };

/** Fits a chart on a phone. */
const pointsMax = 200;

/** Reads the figures of an activity in a fixed number of queries. */
export async function readSummary(
  db: Kysely<DB>,
  { activity, at, freeze }: { activity: Activity; at: Date; freeze: DisplayFreeze | undefined },
): Promise<SummaryFigures> {
  const { id: activityId, period, rounds } = activity;
  const state = activityState(activity, at);
  const round = roundOnShow(rounds, at);
  const [{ standings }, earlier, { voters, ballots }, setAside] = await Promise.all([
    freeze ?? readRoundStandings(db, { activityId, round }),
    readEarlierRounds(db, { activityId, before: round.round }),
    countVoters(db, { period, seen: freeze?.seen }),
    readShownQuarantineCounts(db, { activity, round, freeze }),
  ]);
  const top = standings.slice(0, 3);
  const leaders = top.map(({ idolId }) => idolId);
  const totalVotes = standings.reduce((sum, { votes }) => sum + votes, 0);
  // Counted votes precede the closing second, so the line ends there however late the request is.
  const isOver = at >= round.closesAt || round.status === 'settled';
  const end = {
    at: freeze?.frozenAt ?? (isOver ? round.closesAt : at),
    votes: totalVotes,
    leaderVotes: top.map(({ votes }) => votes),
  };
  const idolIds = standings.map(({ idolId }) => idolId);
  const counts =
    state === 'scheduled'
      ? []
      : countOverTime(countedFrom(rounds, round), await readHourlyCounts(db, { activityId, idolIds, leaders }), end);
  return {
    activity,
    state,
    takenAt: state === 'final' ? activity.closesAt : (freeze?.frozenAt ?? at),
    round: round.round,
    roundState: roundState(round, at),
    frozenAt: freeze?.frozenAt ?? null,
    standings,
    totalVotes,
    setAside: sumQuarantineCounts(setAside.values()),
    voters,
    ballots,
    leaders,
    votesOverTime: thinOut(counts, pointsMax),
    busiestHour: busiestHour(counts),
    earlierRounds: earlierRounds(rounds, earlier),
  };
}

function earlierRounds(rounds: readonly Round[], rows: readonly RoundRow[]): EarlierRound[] {
  return rounds.flatMap((round) => {
    const ranking = rows.filter((row) => row.round === round.round);
    return ranking.length > 0 ? [{ round, ranking }] : [];
  });
}

type HourRow = { at: Date; votes: number; ofLeaders: Readonly<Record<string, number>> | null };

/** Returns the hourly counts of an activity, from the earliest to the latest, in all and for `leaders`. */
async function readHourlyCounts(
  db: Kysely<DB>,
  { activityId, idolIds, leaders }: { activityId: string; idolIds: readonly string[]; leaders: readonly string[] },
): Promise<CountAt[]> {
  const { rows } = await sql<HourRow>`
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
 * Counts the voters and votes of a period in one pass over the index by book and fan: 0.15 s for a million votes on two
 * cores.
 *
 * @param seen limits the count to votes visible in this PostgreSQL snapshot.
 */
async function countVoters(
  db: Kysely<DB>,
  { period, seen }: { period: number; seen: string | undefined },
): Promise<{ voters: number; ballots: number }> {
  const { rows } = await sql<{ voters: number; ballots: number }>`
    select count(distinct t.fan) as voters, count(*) as ballots
      from ledger.transfer t where t.book = ${period} and t.leg = 0 and ${isSeen(seen)}`.execute(db);
  return rows[0] ?? { voters: 0, ballots: 0 };
}

/**
 * Returns an idol's votes and ranks from hourly snapshots up to the given ranking, for its round and those carried into
 * it; empty before the opening. It reads the snapshots of this idol by index.
 */
export async function readIdolHistory(
  db: Kysely<DB>,
  { activity, ranking, idolId }: { activity: Activity; ranking: Ranking; idolId: string },
) {
  if (ranking.state === 'scheduled') return [];
  const { row, round, end } = endOf(activity, ranking, idolId);
  const begin = countedFrom(activity.rounds, { round });
  const hourly = await sql<{ taken_at: Date; votes: number; rank: number }>`
    select taken_at, votes, rank from ranking_snapshot
     where activity_id = ${activity.id} and idol_id = ${idolId} and taken_at > ${begin}
     order by taken_at`.execute(db);
  const points = hourly.rows
    .map(({ taken_at, votes, rank }) => ({ at: taken_at.toISOString(), votes, rank }))
    .filter(({ at }) => at < end);
  return thinOut(
    [
      { at: begin.toISOString(), votes: 0, rank: null },
      ...points,
      { at: end, votes: row?.votes ?? 0, rank: row?.rank ?? null },
    ],
    pointsMax,
  );
}

/** Returns an idol's ranking entry with its round and time. */
function endOf({ rounds }: Activity, ranking: Ranking, idolId: string) {
  const closeOf = (number: number) => rounds.find(({ round }) => round === number)?.closesAt.toISOString();
  const left = ranking.left.find((one) => one.idolId === idolId);
  if (left) return { row: left, round: left.leftInRound, end: closeOf(left.leftInRound) ?? ranking.takenAt };
  const { round, roundState: state, frozenAt, takenAt } = ranking;
  // Counted votes precede the closing second, so the line ends there however late the request is.
  const end = frozenAt ?? (state === 'open' ? takenAt : (closeOf(round) ?? takenAt));
  return { row: ranking.list.find((one) => one.idolId === idolId), round, end };
}

type Supporter = { readonly fanId: number; readonly votes: number };

/** The first supporters of each idol in their order, whether or not they are shown, by idol id. */
export type Supporters = { readonly takenAt: Date; readonly ofIdol: ReadonlyMap<string, readonly Supporter[]> };

/** Many more than are shown: few may have chosen it, and each fan sees the own place. */
const mostOfIdol = 1000;
const shownOfIdol = 10;
/** Longer than other queries have: the pass reads millions of votes. */
const statementTimeout = '5min';

/**
 * Returns the fans with the most counted votes per idol of a period, by a sequential pass and a sort: 21 s for ten
 * million votes on two busy cores, so about 150 million fit into `statementTimeout`.
 *
 * @param seen limits the count to votes and decisions visible in this PostgreSQL snapshot.
 */
export async function readSupporters(
  db: Kysely<DB>,
  { period, at, seen }: { period: number; at: Date; seen: string | undefined },
): Promise<Supporters> {
  const { rows } = await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(statementTimeout)}`.execute(transaction);
    return sql<Supporter & { idolId: string }>`
      select "idolId", fan as "fanId", votes
        from (select p.name as "idolId", t.fan, sum(t.amount)::bigint as votes,
                     row_number() over (partition by p.name order by sum(t.amount) desc, max(t.id)) as place
                from ledger.transfer t
                join ledger.pool p on p.id = t.pool and p.kind = ${poolKinds.tally}
                join ${accountRows} f on f.id = t.fan and f.erased_at is null
               where t.book = ${period} and t.direction = -1 and ${isSeen(seen)}
               group by p.name, t.fan) ranked
       where place <= ${mostOfIdol}
       order by "idolId", place`.execute(transaction);
  });
  return { takenAt: at, ofIdol: Map.groupBy(rows, ({ idolId }) => idolId) };
}

type ShownSupporter = DataOf<Contract['GET /activity/api/v1/vote/idol/getTopSupporters']>['list'][number];
type SupporterRow = Pick<ShownSupporter, 'place'> & Omit<ShownFan, 'id'>;

/** Lists the first supporters who choose to be shown at this moment, with their places among all. */
export async function listShownSupporters(db: Kysely<DB>, supporters: readonly Supporter[]): Promise<ShownSupporter[]> {
  const { rows } = await sql<SupporterRow>`
    select s.place, f.nickname, f.level, f.badge, f.avatar_file, f.avatar_seed
      from unnest(${supporters.map(({ fanId }) => fanId)}::bigint[]) with ordinality as s (fan_id, place)
      join ${supporterFaceRows} f on f.id = s.fan_id
     order by s.place limit ${shownOfIdol}`.execute(db);
  return rows.map(({ place, ...fan }) => ({
    place,
    ...presentFan(fan),
    votes: supporters[place - 1]?.votes ?? 0,
  }));
}
