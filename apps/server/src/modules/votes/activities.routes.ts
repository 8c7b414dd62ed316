import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import { readyAnswers } from '#/http/ready-answers.ts';
import type { Activity } from './activities.view.ts';
import { activityDetail, activitySummary, byAttention } from './activity.presenter.ts';
import { activityState } from './activity-state.ts';
import { findActivity } from './find-activity.ts';
import { listIdols, listTeams } from './idols.view.ts';
import type { Ranking } from './ranking.view.ts';
import type { Voting } from './voting.ts';

/** How long caches may keep what everybody sees alike. */
const sharedForASecond = 'public, max-age=1, stale-while-revalidate=5';

/** Whoever keeps an answer asks each time whether it still holds, and is mostly told so without a body. */
const alwaysAsked = { cacheControl: 'no-cache', variesBy: 'accept-language' } as const;

/** How old the clock in an answer may be, in milliseconds. */
const sameMomentMs = 250;

/**
 * Serves what everybody sees of activities: themselves, teams, idols and the ranking. All of it is in memory, and what
 * comes in storms is made into bytes once for each reading of the ranking, however many ask.
 */
export function activityRoutes(server: FastifyInstance, { catalogue, rankings }: Voting): void {
  handle(server, 'GET /activity/api/v1/vote/activities', async ({ language, receivedAt }) => {
    const activities = await catalogue.all();
    return activities
      .toSorted(byAttention(receivedAt))
      .map((activity) => activitySummary(activity, language, receivedAt));
  });

  const standingOf: StandingOf = async (activityId) => {
    const activity = await findActivity(catalogue, activityId);
    return { activity, ranking: await rankings.current(activity) };
  };
  idolRoutes(server, standingOf);

  const one = 'GET /activity/api/v1/vote/activity';
  const activityAnswer = readyAnswers(one);
  handle(
    server,
    one,
    async ({ query, language, receivedAt: at }) => {
      const { activity, ranking } = await standingOf(query.activityId);
      return activityAnswer({
        variant: `${activity.id} ${language}`,
        sources: [activity, ranking, activityState(activity, at), Math.floor(at.getTime() / sameMomentMs)],
        make: () =>
          activityDetail(activity, language, { at, totalVotes: ranking.totalVotes, setAside: ranking.setAside }),
      });
    },
    alwaysAsked,
  );

  const best = 'GET /activity/api/v1/vote/ranking';
  const rankingAnswer = readyAnswers(best);
  handle(
    server,
    best,
    async ({ query }) => {
      const { ranking } = await standingOf(query.activityId);
      return rankingAnswer({
        variant: ranking.activityId,
        sources: [ranking],
        make: () => ranking,
        news: () => newsOf(ranking),
      });
    },
    { cacheControl: sharedForASecond },
  );
}

/** All that a ranking says but when it was taken, which is no news. */
function newsOf(ranking: Ranking): Omit<Ranking, 'takenAt'> {
  const { takenAt: _, ...news } = ranking;
  return news;
}

type StandingOf = (activityId: string) => Promise<{ readonly activity: Activity; readonly ranking: Ranking }>;

function idolRoutes(server: FastifyInstance, standingOf: StandingOf): void {
  const teams = 'GET /activity/api/v1/vote/idol/getVoteIdolTeams';
  const teamsAnswer = readyAnswers(teams);
  handle(
    server,
    teams,
    async ({ query, language }) => {
      const { activity, ranking } = await standingOf(query.activityId);
      return teamsAnswer({
        variant: `${activity.id} ${language}`,
        sources: [activity, ranking],
        make: () => listTeams(activity, ranking, language),
      });
    },
    alwaysAsked,
  );

  const idols = 'GET /activity/api/v1/vote/idol/getAllIdolList';
  const idolsAnswer = readyAnswers(idols);
  handle(
    server,
    idols,
    async ({ query, language }) => {
      const { activity, ranking } = await standingOf(query.activityId);
      const list = () => listIdols(activity, ranking, query, language);
      // What fans search for is without number; each such list is made for its caller alone.
      if (query.teamId !== undefined || query.keyword !== undefined) return list();
      return idolsAnswer({
        variant: `${activity.id} ${query.sort} ${language}`,
        sources: [activity, ranking],
        make: list,
      });
    },
    alwaysAsked,
  );
}
