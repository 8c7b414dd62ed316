import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { claimTask } from './claim-task.ts';
import { confirmView } from './confirm-view.ts';
import { readTaskList } from './task-list.view.ts';

/** Serves the task page: the list, visits, and claims. */
export function taskRoutes(server: FastifyInstance, services: Pick<Services, 'db' | 'settings'>): void {
  const { db, settings } = services;
  const timeZone = settings.platformTimeZone;

  handle(server, 'POST /task/api/v1/task/getTasksList', ({ fan, language, receivedAt }) =>
    readTaskList(db, { fanId: fan?.id, language, at: receivedAt, timeZone }),
  );

  handle(server, 'POST /task/api/v1/taskItem/confirmView', async ({ fan, body, receivedAt }) => {
    const visit = await db
      .transaction()
      .execute((tx) => confirmView(tx, { fanId: fan.id, ...body, receivedAt, timeZone }));
    return { ...visit, viewedAt: visit.viewedAt.toISOString(), claimableAt: visit.claimableAt.toISOString() };
  });

  handleOnce(server, 'POST /task/api/v1/task/completeAndClaimPoint', async (tx, { fan, body, receivedAt }) => {
    const claimed = await claimTask(tx, { fanId: fan.id, taskId: body.taskId, receivedAt, timeZone });
    const streak = claimed.streak && { ...claimed.streak, rewards: [...claimed.streak.rewards] };
    return { ...claimed, streak, state: 'awarded' };
  });
}
