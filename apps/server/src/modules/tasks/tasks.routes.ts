import type { Language } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { createServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { networkOf } from '#/lib/network-of.ts';
import { type ActivityCatalogue, activityInfo, activityTime, findActivity } from '#/modules/elections/index.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import type { Services } from '#/services.ts';
import { type Banners, showBanner } from './banners.view.ts';
import { claimTask, createSocialActionCheck, refuseClaim, releaseClaim } from './claim-task.ts';
import type { CompletionCheck, SocialAccounts } from './completion-check.ts';
import { confirmView } from './open-task.ts';
import { listHeldClaims, type ParticipationSource, readParticipations } from './participations.view.ts';
import { readTaskList } from './task-list.view.ts';
import { taskWindow } from './task-standing.rules.ts';
import type { LinkType, Task } from './task.rules.ts';
import { findTask } from './tasks.store.ts';

/** Registers the calls of the task page, and the operators' calls about held claims. */
export function taskRoutes(
  server: FastifyInstance,
  services: Pick<Services, 'db' | 'settings'> & {
    readonly social: SocialAccounts;
    readonly completionChecks: readonly CompletionCheck[];
  },
): void {
  const { db, settings, social, completionChecks } = services;
  const timeZone = settings.platformTimeZone;
  const screening = { keys: createServerKeys(settings.serverSecret), rateLimitFactor: settings.rateLimitFactor };

  handle(server, 'POST /task/api/v1/task/getTasksList', ({ fan, language, country, receivedAt }) =>
    readTaskList(db, { fanId: fan?.id, language, at: receivedAt, timeZone, country, social, completionChecks }),
  );

  handle(server, 'POST /task/api/v1/taskItem/confirmView', async ({ fan, body, country, receivedAt }) => {
    const visit = await db
      .transaction()
      .execute((tx) => confirmView(tx, { fanId: fan.id, ...body, at: receivedAt, timeZone, country, social }));
    return { ...visit, viewedAt: visit.viewedAt.toISOString(), claimableAt: visit.claimableAt.toISOString() };
  });

  const checkSocialAction = createSocialActionCheck({ db, social, completionChecks }, timeZone);
  handleOnce(
    server,
    'POST /task/api/v1/task/completeAndClaimPoint',
    {
      async prepare({ fan, body, receivedAt, country }, isAnswered) {
        if (await isAnswered()) return;
        await checkSocialAction({ fanId: fan.id, taskId: body.taskId, at: receivedAt, country });
      },
      async run(tx, { fan, body, receivedAt, language, country, device, address }) {
        const claimed = await claimTask(tx, {
          fanId: fan.id,
          taskId: body.taskId,
          at: receivedAt,
          timeZone,
          language,
          country,
          source: { deviceId: device.id, address },
          screening,
          social,
          completionChecks,
        });
        const streak = claimed.streak && { ...claimed.streak, rewards: [...claimed.streak.rewards] };
        return { ...claimed, streak };
      },
    },
    // Claims of one network wait for each other, because they are counted together.
    { lock: ({ address }) => `claims of ${networkOf(address)}` },
  );

  heldClaimRoutes(server, services);
}

function heldClaimRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  handle(server, 'GET /operator/api/v1/claims/held', ({ query, language }) =>
    listHeldClaims(db, { ...query, language }),
  );

  handleOnce(server, 'POST /operator/api/v1/claims/release', async (tx, { body, operator, receivedAt: at }) => {
    const { claimId, why } = body;
    const { points } = await releaseClaim(tx, { claimId, at });
    const act = { action: 'claims/release', subject: `claim:${claimId}`, before: { state: 'held' } };
    await recordInAuditLog(tx, { ...act, operator, why, after: { state: 'awarded', points }, at });
    return { claimId, points, state: 'awarded' };
  });

  handleOnce(server, 'POST /operator/api/v1/claims/refuse', async (tx, { body, operator, receivedAt: at }) => {
    const { claimId, why, reason } = body;
    const { points } = await refuseClaim(tx, { claimId, reason, at });
    const act = { action: 'claims/refuse', subject: `claim:${claimId}`, before: { state: 'held' } };
    await recordInAuditLog(tx, { ...act, operator, why, after: { state: 'refused', reason }, at });
    return { claimId, points, state: 'refused' };
  });
}

/**
 * Serves banners, times, links and participations. Shared data comes from a cache in the process: these calls are POST,
 * which proxies do not cache.
 */
export function taskExtrasRoutes(
  server: FastifyInstance,
  services: Pick<Services, 'db' | 'clock' | 'settings'> & {
    readonly catalogue: ActivityCatalogue;
    readonly banners: Banners;
    readonly participations: readonly ParticipationSource[];
  },
): void {
  const { db, settings, catalogue, banners, participations: sources } = services;
  const timeZone = settings.platformTimeZone;

  handle(server, 'POST /task/api/v1/taskItem/getBanner', async ({ body, language, receivedAt }) => {
    const shown = await banners.onShow(body.type, receivedAt);
    return shown.map((banner) => showBanner(banner, language));
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
