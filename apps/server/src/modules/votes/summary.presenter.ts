import type { Contract, DataOf, Language } from '@lightstick/contract';
import { portraitUrl } from '#/modules/art/index.ts';
import { listTeams } from './idols.view.ts';
import type { SummaryFigures } from './read-summary.ts';

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
    totalVotes,
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
    teams: listTeams(activity, { list: standings }, language),
  };
}

function summaryRows({ activity, standings, totalVotes }: SummaryFigures, language: Language): Summary['ranking'] {
  return standings.flatMap(({ idolId, rank, votes }, index) => {
    const candidate = activity.candidates.get(idolId);
    if (!candidate) return [];
    const above = standings[index - 1];
    return [
      {
        idolId,
        name: candidate.name[language],
        number: candidate.number,
        teamId: candidate.teamId,
        portraitUrl: portraitUrl(candidate.portraitSeed),
        rank,
        votes,
        share: totalVotes > 0 ? votes / totalVotes : 0,
        gapToNext: above ? above.votes - votes : null,
      },
    ];
  });
}
