import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { Encoded, createResponseCache } from '#/http/response-cache.ts';
import { handleFile, handle } from '#/http/handle.ts';
import type { Activity, RuleSet } from './activities.view.ts';
import {
  type ActivityCatalogue,
  currentActivity,
  findActivity,
  activityDetail,
  activitySummary,
  byAttention,
  ruleSetBrief,
} from './activity-catalogue.ts';
import { activityState } from './activity.rules.ts';
import { calendarOf } from './calendar.ts';
import { listBest, listIdols, listNumbers, listTeams, listTeamsInBrief, type Ranking } from './idols.view.ts';

export type ActivityServices = {
  readonly catalogue: ActivityCatalogue;
  /** Injected, because rankings depend on elections. */
  readonly rankings: { current(activity: Activity): Promise<Ranking> };
};

/** How long shared caches may keep public answers. */
const sharedForASecond = 'public, max-age=1, stale-while-revalidate=5';

/** Caches revalidate each time, mostly with 304. */
const alwaysAsked = { cacheControl: 'no-cache', variesBy: 'accept-language' } as const;

/** The age that an answer's clock may have, in milliseconds. */
const sameMomentMs = 250;

/**
 * Registers the public routes of activities: details, teams, idols and the ranking. All of it is in memory, and hot
 * answers are encoded once per reading of the ranking.
 */
export function activityRoutes(server: FastifyInstance, { catalogue, rankings }: ActivityServices): void {
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
  idolListRoutes(server, standingOf);

  const one = 'GET /activity/api/v1/vote/activity';
  const activityAnswer = createResponseCache(one);
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
  const rankingAnswer = createResponseCache(best);
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

/** Returns a ranking without its time, which is not a change. */
function newsOf(ranking: Ranking): Omit<Ranking, 'takenAt'> {
  const { takenAt: _, ...news } = ranking;
  return news;
}

type StandingOf = (activityId: string) => Promise<{ readonly activity: Activity; readonly ranking: Ranking }>;

function idolListRoutes(server: FastifyInstance, standingOf: StandingOf): void {
  const teams = 'GET /activity/api/v1/vote/idol/getVoteIdolTeams';
  const teamsAnswer = createResponseCache(teams);
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
  const idolsAnswer = createResponseCache(idols);
  handle(
    server,
    idols,
    async ({ query, language }) => {
      const { activity, ranking } = await standingOf(query.activityId);
      const list = () => listIdols(activity, ranking, query, language);
      // Search terms are unlimited, so such lists are built per call.
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

const topPlaces = 16;

/** Registers the routes for the search options of idols and the top sixteen, from memory. */
export function idolManagementRoutes(server: FastifyInstance, { catalogue, rankings }: ActivityServices): void {
  async function findNamedOrCurrent(activityId: string | undefined, at: Date): Promise<Activity> {
    if (activityId !== undefined) return findActivity(catalogue, activityId);
    const activity = await currentActivity(catalogue, at);
    if (!activity) throw new Refusal('ACTIVITY_NOT_FOUND');
    return activity;
  }

  handle(server, 'POST /task/api/v1/idolManagement/getSearchIdolOptions', async ({ body, language, receivedAt }) => {
    const activity = await findNamedOrCurrent(body.activityId, receivedAt);
    return {
      activityId: activity.id,
      teams: listTeamsInBrief(activity, await rankings.current(activity), language),
      numbers: listNumbers(activity),
      sorts: ['rank', 'number', 'name'],
    };
  });

  handle(server, 'POST /task/api/v1/idolManagement/getTop16Ranking', async ({ body, language, receivedAt }) => {
    const activity = await findNamedOrCurrent(body.activityId, receivedAt);
    const ranking = await rankings.current(activity);
    const { left: _, version: __, ...shown } = ranking;
    return { ...shown, title: activity.title[language], list: listBest(activity, ranking, topPlaces, language) };
  });
}

const ruleSetRoute = 'GET /activity/api/v1/vote/ruleSet';

type RuleSetAnswer = DataOf<Contract[typeof ruleSetRoute]>;

/** Returns the hash as a tag. While another version may follow, and after a move of an end, the tag includes that. */
function ruleSetTag(answer: RuleSetAnswer | Encoded<RuleSetAnswer>): string {
  if (answer instanceof Encoded) throw new TypeError('A rule set is answered as it is');
  const moves = answer.movedEnds.length;
  return `"${answer.hash}${answer.isFrozen ? '' : '-open'}${moves > 0 ? `-moved-${moves}` : ''}"`;
}

/** Registers the routes for the rules of activities and for their times in calendars. */
export function ruleSetRoutes(server: FastifyInstance, { catalogue }: Pick<ActivityServices, 'catalogue'>): void {
  async function readPublished(
    activityId: string,
  ): Promise<{ readonly activity: Activity; readonly ruleSet: RuleSet }> {
    const activity = await findActivity(catalogue, activityId);
    if (!activity.ruleSet) throw new Refusal('RULES_NOT_PUBLISHED');
    return { activity, ruleSet: activity.ruleSet };
  }

  handle(
    server,
    ruleSetRoute,
    async ({ query, receivedAt }) => {
      const { activity, ruleSet } = await readPublished(query.activityId);
      const movedEnds = activity.movedEnds.map(({ round, reason, formerEnd, newEnd, movedAt }) => ({
        round,
        reason,
        formerEnd: formerEnd.toISOString(),
        newEnd: newEnd.toISOString(),
        movedAt: movedAt.toISOString(),
      }));
      return { ...ruleSetBrief(ruleSet, activity, receivedAt), document: ruleSet.document, movedEnds };
    },
    { cacheControl: 'public, no-cache', etag: ruleSetTag },
  );

  handleFile(server, 'GET /activity/api/v1/vote/rules', async ({ query }) => {
    const { activity, ruleSet } = await readPublished(query.activityId);
    const name = `rules-${activity.id.replaceAll(/[^\w-]/g, '_')}-v${ruleSet.version}.json`;
    return { name, mediaType: 'application/json', bytes: Buffer.from(ruleSet.text) };
  });

  handleFile(
    server,
    'GET /activity/api/v1/vote/calendar',
    async ({ query, language, receivedAt: at }) => {
      const activity = await findActivity(catalogue, query.activityId);
      const { publicUrl } = server.services.settings;
      const spoken = query.language ?? language;
      const { [spoken]: company } = (await server.services.brand()).name;
      const text = calendarOf(activity, { language: spoken, at, publicUrl, company });
      const name = `vote-${activity.id.replaceAll(/[^\w-]/g, '_')}.ics`;
      return { name, mediaType: 'text/calendar', bytes: Buffer.from(text) };
    },
    { variesBy: 'accept-language' },
  );
}
