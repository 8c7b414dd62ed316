import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import { networkOf } from '#/lib/network-of.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { claimTask } from './claim-task.ts';
import type { CompletionCheck } from './completion-check.ts';
import { confirmView } from './confirm-view.ts';
import { listHeldClaims } from './held-claims.view.ts';
import { createSocialActionCheck } from './check-social-action.ts';
import { refuseClaim, releaseClaim } from './settle-claims.ts';
import type { SocialAccounts } from './social-accounts.ts';
import { readTaskList } from './task-list.view.ts';

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
