import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import { createServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { claimTask } from './claim-task.ts';
import { confirmView } from './confirm-view.ts';
import { heldClaimRoutes } from './held-claims.routes.ts';
import { createDeedSeer } from './see-deed.ts';
import type { SocialAccounts } from './social-accounts.ts';
import { readTaskList } from './task-list.view.ts';
import type { TaskWitness } from './task-witness.ts';

/** Serves the task page: the list, visits, and claims, and to operators the claims that are held. */
export function taskRoutes(
  server: FastifyInstance,
  services: Pick<Services, 'db' | 'settings'> & {
    readonly social: SocialAccounts;
    readonly witnesses: readonly TaskWitness[];
  },
): void {
  const { db, settings, social, witnesses } = services;
  const timeZone = settings.platformTimeZone;
  const scales = { keys: createServerKeys(settings.serverSecret), rateLimitFactor: settings.rateLimitFactor };

  handle(server, 'POST /task/api/v1/task/getTasksList', ({ fan, language, country, receivedAt }) =>
    readTaskList(db, { fanId: fan?.id, language, at: receivedAt, timeZone, country, social, witnesses }),
  );

  handle(server, 'POST /task/api/v1/taskItem/confirmView', async ({ fan, body, country, receivedAt }) => {
    const visit = await db
      .transaction()
      .execute((tx) => confirmView(tx, { fanId: fan.id, ...body, receivedAt, timeZone, country, social }));
    return { ...visit, viewedAt: visit.viewedAt.toISOString(), claimableAt: visit.claimableAt.toISOString() };
  });

  const seeDeed = createDeedSeer({ db, social, witnesses }, timeZone);
  handleOnce(
    server,
    'POST /task/api/v1/task/completeAndClaimPoint',
    async (tx, { fan, body, receivedAt, language, country, device, address }) => {
      const claimed = await claimTask(tx, {
        fanId: fan.id,
        taskId: body.taskId,
        receivedAt,
        timeZone,
        language,
        country,
        source: { deviceId: device.id, address },
        scales,
        social,
        witnesses,
      });
      const streak = claimed.streak && { ...claimed.streak, rewards: [...claimed.streak.rewards] };
      return { ...claimed, streak };
    },
    {
      before: ({ fan, body, receivedAt, country }) =>
        seeDeed({ fanId: fan.id, taskId: body.taskId, receivedAt, country }),
    },
  );

  heldClaimRoutes(server, services);
}
