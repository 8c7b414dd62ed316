import type { Contract, DataOf, Language } from '@lightstick/contract';
import { portraitUrl } from '#/modules/art/index.ts';
import type { Activity } from './activities.view.ts';
import { listTeams } from './idols.view.ts';
import type { SummaryFigures } from './read-summary.ts';
import type { Standing } from './standing.rules.ts';

/** A summary as it goes over the wire. */
export type Summary = DataOf<Contract['GET /activity/api/v1/vote/summary']>;

/** A summary in a language. */
export function presentSummary(figures: SummaryFigures, language: Language): Summary {
  const { activity, state, totalVotes, voters, ballots, standings, busiestHour: busiest } = figures;
  return {
    activityId: activity.id,
    title: activity.title[language],
    subtitle: activity.subtitle[language],
    state,
    isFinal: state === 'final',
    opensAt: activity.opensAt.toISOString(),
    closesAt: activity.closesAt.toISOString(),
    timeZone: activity.timeZone,
    takenAt: figures.takenAt.toISOString(),
    round: figures.round,
    roundState: figures.roundState,
    frozenAt: figures.frozenAt?.toISOString() ?? null,
    totalVotes,
    setAside: figures.setAside,
    voters,
    ballots,
    idolCount: standings.length,
    leaders: [...figures.leaders],
    votesOverTime: figures.votesOverTime.map(({ at, votes, leaderVotes }) => ({
      at: at.toISOString(),
      votes,
      leaderVotes: [...leaderVotes],
    })),
    busiestHour: busiest && {
      from: busiest.from.toISOString(),
      to: busiest.to.toISOString(),
      votes: busiest.votes,
    },
    ranking: summaryRows(figures, language),
    earlierRounds: figures.earlierRounds.map(({ round, ranking }) => ({
      round: round.round,
      opensAt: round.opensAt.toISOString(),
      closesAt: round.closesAt.toISOString(),
      totalVotes: ranking.reduce((sum, { votes }) => sum + votes, 0),
      ranking: ranking.flatMap(({ goesOn, ...standing }) =>
        named(activity, standing, language).map((row) => ({ ...row, goesOn })),
      ),
    })),
    teams: listTeams(activity, { list: standings, left: leftBefore(figures) }, language),
  };
}

/** Those who take part no more. */
function leftBefore({ earlierRounds }: SummaryFigures) {
  return earlierRounds.flatMap(({ ranking }) => ranking.filter(({ goesOn }) => !goesOn));
}

function summaryRows({ activity, standings, totalVotes }: SummaryFigures, language: Language): Summary['ranking'] {
  return standings.flatMap((standing, index) => {
    const above = standings[index - 1];
    const { votes } = standing;
    return named(activity, standing, language).map((row) => ({
      ...row,
      share: totalVotes > 0 ? votes / totalVotes : 0,
      gapToNext: above ? above.votes - votes : null,
    }));
  });
}

/** Where an idol stood, with her name and face; nobody where the activity does not know her. */
function named(activity: Activity, { idolId, rank, votes }: Standing, language: Language) {
  const candidate = activity.candidates.get(idolId);
  if (!candidate) return [];
  const { number, teamId, portraitSeed } = candidate;
  return [
    { idolId, name: candidate.name[language], number, teamId, portraitUrl: portraitUrl(portraitSeed), rank, votes },
  ];
}
