import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Activity } from './activities.view.ts';
import { activityState, type ActivityState } from './activity-state.ts';
import type { DisplayFreeze } from './display-freeze.store.ts';
import { readShownSetAside, sumSetAside, type VotesSetAside } from './quarantine/set-aside.view.ts';
import { countedFrom, type Round, roundOnShow, roundState } from './rounds.rules.ts';
import type { Standing } from './standing.rules.ts';
import { readEarlierRounds, readRoundStandings, type RoundRow } from './standing.store.ts';
import { busiestHour, type CountAt, countOverTime, type Hour, thinOut } from './summary.rules.ts';
import { countVoters, readHourlyCounts } from './summary.store.ts';

/** What an activity comes to, in figures; the words are added for each language. */
export type SummaryFigures = {
  readonly activity: Activity;
  readonly state: ActivityState;
  readonly takenAt: Date;
  /** The round on show, which the figures are of. */
  readonly round: number;
  /** Where that round is in its life. */
  readonly roundState: ActivityState;
  readonly frozenAt: Date | null;
  readonly standings: readonly Standing[];
  readonly totalVotes: number;
  readonly setAside: VotesSetAside;
  readonly voters: number;
  readonly ballots: number;
  readonly leaders: readonly string[];
  readonly votesOverTime: readonly CountAt[];
  readonly busiestHour: Hour | null;
  readonly earlierRounds: readonly EarlierRound[];
};

/** How a round ended that is over. */
export type EarlierRound = { readonly round: Round; readonly ranking: readonly RoundRow[] };

/** A phone's chart has no room for more. */
const pointsMax = 200;

/** Takes the figures of an activity at this moment, in a few queries, none of them for each idol or hour. */
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
    readShownSetAside(db, { activity, round, freeze }),
  ]);
  const top = standings.slice(0, 3);
  const leaders = top.map(({ idolId }) => idolId);
  const totalVotes = standings.reduce((sum, { votes }) => sum + votes, 0);
  // What counts was received before the closing second, so that is where the line ends, however late it is looked at.
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
    setAside: sumSetAside(setAside.values()),
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
