import type { Language } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { staleWhileRevalidate } from '#/lib/stale-while-revalidate.ts';
import { handle } from '#/http/handle.ts';
import { type ActivityCatalogue, activityInfo, activityTime, findActivity } from '#/modules/elections/index.ts';
import type { Services } from '#/services.ts';
import { isOnShow, readBanners, showBanner } from './banners.view.ts';
import type { LinkType, Task } from './task.ts';
import { taskWindow } from './task-standing.rules.ts';
import { findTask } from './tasks.store.ts';
import { type ParticipationSource, readParticipations } from './participations.view.ts';

/**
 * Serves banners, times, links and participations. Shared data comes from a cache in the process: these calls are POST,
 * which proxies do not cache.
 */
export function taskExtrasRoutes(
  server: FastifyInstance,
  services: Pick<Services, 'db' | 'clock' | 'settings'> & {
    readonly catalogue: ActivityCatalogue;
    readonly participations: readonly ParticipationSource[];
  },
): void {
  const { db, clock, settings, catalogue, participations: sources } = services;
  const timeZone = settings.platformTimeZone;
  const banners = staleWhileRevalidate(clock, () => readBanners(db));

  handle(server, 'POST /task/api/v1/taskItem/getBanner', async ({ body, language, receivedAt }) => {
    const ofType = (await banners.current()).filter(({ type }) => type === body.type);
    return ofType.filter((banner) => isOnShow(banner, receivedAt)).map((banner) => showBanner(banner, language));
  });

  handle(server, 'POST /task/api/v1/taskItem/getActivitiesTime', async ({ body, language, receivedAt }) => {
    const task = await findTask(db, body.taskId);
    if (!task) throw new Refusal('TASK_NOT_FOUND');
    const { taskId, activityId, opensAt, endsAt } = task;
    const activity = activityId === null ? undefined : await catalogue.find(activityId);
    return {
      taskId,
      opensAt: opensAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      timeZone,
      serverTime: receivedAt.toISOString(),
      activity: activity ? activityInfo(activity, language, receivedAt) : null,
    };
  });

  handle(server, 'POST /task/api/v1/taskItem/getActivityTime', async ({ body, receivedAt }) =>
    activityTime(await findActivity(catalogue, body.periods), receivedAt),
  );

  handle(server, 'POST /task/api/v1/taskItem/getActivityInfo', async ({ body, language, receivedAt }) =>
    activityInfo(await findActivity(catalogue, body.periods), language, receivedAt),
  );

  handle(server, 'POST /task/api/v1/taskItem/getActivityParticipateRecords', ({ fan, body, language, receivedAt }) =>
    readParticipations(db, { fanId: fan.id, at: receivedAt, timeZone, language, sources, ...body }),
  );

  handle(server, 'POST /task/api/v1/taskItem/getRankingLinks', ({ body, language, receivedAt }) =>
    findRankingLinks(db, { taskId: body.taskId, at: receivedAt, language }),
  );
}

/** Returns the links of the task about ranking, homepage and channel. The links of a waiting task are secret. */
async function findRankingLinks(
  db: Kysely<DB>,
  { taskId, at, language }: { taskId: string; at: Date; language: Language },
) {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  const window = taskWindow(task, at);
  if (window === 'after') throw new Refusal('TASK_ENDED');
  if (window === 'before') throw new Refusal('TASK_NOT_OPEN');
  const [rankSearch, homepage, channel] = (['rankSearch', 'homepage', 'channel'] as const).map((linkType) =>
    linkOf(task, linkType, language),
  );
  if (!rankSearch || !homepage || !channel) throw new Refusal('TASK_WITHOUT_SEARCH_LINKS');
  return { taskId, rankSearch, homepage, channel };
}

function linkOf({ links }: Task, linkType: LinkType, language: Language) {
  const link = links.find((candidate) => candidate.linkType === linkType);
  return link && { label: link.label[language], url: link.url };
}
