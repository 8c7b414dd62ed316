import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Activity } from './activities.view.ts';
import { activityState } from './activity-state.ts';
import type { DisplayFreeze } from './display-freeze.store.ts';
import { readShownSetAside, sumSetAside } from './quarantine/set-aside.view.ts';
import { roundOnShow, roundState } from './rounds.rules.ts';
import { changeSince } from './standing.rules.ts';
import { readEarlierRounds, readRoundStandings } from './standing.store.ts';

/** A ranking as it goes over the wire. */
export type Ranking = DataOf<Contract['GET /activity/api/v1/vote/ranking']>;

/** What a ranking is read from. `earlierRanks` are those of the snapshot that changes are told against. */
export type RankingMoment = {
  readonly activity: Activity;
  readonly earlierRanks: ReadonlyMap<string, number>;
  readonly at: Date;
  /** What is shown instead of the live count while that is hidden. */
  readonly freeze: DisplayFreeze | undefined;
};

/** The ranking of an activity as it is shown at a moment: of the round on show, with those who left in an earlier one. */
export async function readRanking(
  db: Kysely<DB>,
  { activity, earlierRanks, at, freeze }: RankingMoment,
): Promise<Ranking> {
  const { id: activityId } = activity;
  const round = roundOnShow(activity.rounds, at);
  const { standings, version } = freeze ?? (await readRoundStandings(db, { activityId, round }));
  const earlier = await readEarlierRounds(db, { activityId, before: round.round });
  const setAside = await readShownSetAside(db, { activity, round, freeze });
  const list = standings.map((standing) => {
    const aside = setAside.get(standing.idolId);
    return { ...standing, change: changeSince(earlierRanks, standing), ...(aside && { setAside: aside }) };
  });
  return {
    activityId,
    state: activityState(activity, at),
    round: round.round,
    roundState: roundState(round, at),
    goOn: round.goOn,
    frozenAt: freeze?.frozenAt.toISOString() ?? null,
    version,
    takenAt: (freeze?.frozenAt ?? at).toISOString(),
    closesAt: activity.closesAt.toISOString(),
    totalVotes: list.reduce((sum, row) => sum + row.votes, 0),
    setAside: sumSetAside(setAside.values()),
    list,
    left: earlier
      .filter(({ goesOn }) => !goesOn)
      .toSorted((one, other) => other.round - one.round)
      .map(({ idolId, round: leftInRound, rank, votes }) => ({ idolId, leftInRound, rank, votes })),
  };
}
