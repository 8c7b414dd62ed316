import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Activity } from './activities.view.ts';
import { activityState, type ActivityState } from './activity-state.ts';
import { rankTallies, type Standing } from './standing.rules.ts';
import { readTallies } from './standing.store.ts';
import { busiestHour, type CountAt, countOverTime, type Hour, thinOut } from './summary.rules.ts';
import { countVoters, readHourlyCounts } from './summary.store.ts';

/** What an activity comes to, in figures; the words are added for each language. */
export type SummaryFigures = {
  readonly activity: Activity;
  readonly state: ActivityState;
  readonly takenAt: Date;
  readonly standings: readonly Standing[];
  readonly totalVotes: number;
  readonly voters: number;
  readonly ballots: number;
  readonly leaders: readonly string[];
  readonly votesOverTime: readonly CountAt[];
  readonly busiestHour: Hour | null;
};

/** A phone's chart has no room for more. */
const pointsMax = 200;

/** Takes the figures of an activity at this moment, in three queries, none of them for each idol or hour. */
export async function readSummary(
  db: Kysely<DB>,
  { activity, at }: { activity: Activity; at: Date },
): Promise<SummaryFigures> {
  const state = activityState(activity, at);
  const [{ tallies, version: ballots }, voters] = await Promise.all([
    readTallies(db, activity.id),
    countVoters(db, activity.period),
  ]);
  const standings = rankTallies(tallies);
  const top = standings.slice(0, 3);
  const leaders = top.map(({ idolId }) => idolId);
  const totalVotes = standings.reduce((sum, { votes }) => sum + votes, 0);
  // What counts was received before the closing second, so that is where the line ends, however late it is looked at.
  const end = {
    at: state === 'closing' || state === 'final' ? activity.closesAt : at,
    votes: totalVotes,
    leaderVotes: top.map(({ votes }) => votes),
  };
  const counts =
    state === 'scheduled'
      ? []
      : countOverTime(activity.opensAt, await readHourlyCounts(db, { activityId: activity.id, leaders }), end);
  return {
    activity,
    state,
    takenAt: state === 'final' ? activity.closesAt : at,
    standings,
    totalVotes,
    voters,
    ballots,
    leaders,
    votesOverTime: thinOut(counts, pointsMax),
    busiestHour: busiestHour(counts),
  };
}
