import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import type { Activity } from './activities.view.ts';
import { currentActivity, findActivity } from './find-activity.ts';
import { listBest, listNumbers, listTeamsInBrief } from './idols.view.ts';
import type { Voting } from './voting.ts';

const best = 16;

/** Serves what idols can be looked for by, and the sixteen best: from memory, however many ask. */
export function idolManagementRoutes(server: FastifyInstance, { catalogue, rankings }: Voting): void {
  async function namedOrCurrent(activityId: string | undefined, at: Date): Promise<Activity> {
    if (activityId !== undefined) return findActivity(catalogue, activityId);
    const activity = await currentActivity(catalogue, at);
    if (!activity) throw new Refusal('ACTIVITY_NOT_FOUND');
    return activity;
  }

  handle(server, 'POST /task/api/v1/idolManagement/getSearchIdolOptions', async ({ body, language, receivedAt }) => {
    const activity = await namedOrCurrent(body.activityId, receivedAt);
    return {
      activityId: activity.id,
      teams: listTeamsInBrief(activity, await rankings.current(activity), language),
      numbers: listNumbers(activity),
      sorts: ['rank', 'number', 'name'],
    };
  });

  handle(server, 'POST /task/api/v1/idolManagement/getTop16Ranking', async ({ body, language, receivedAt }) => {
    const activity = await namedOrCurrent(body.activityId, receivedAt);
    const ranking = await rankings.current(activity);
    const { left: _, version: __, ...shown } = ranking;
    return { ...shown, title: activity.title[language], list: listBest(activity, ranking, best, language) };
  });
}
