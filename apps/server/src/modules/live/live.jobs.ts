import type { Job } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import type { Services } from '#/services.ts';
import { moveRoomsJobName } from './manage-rooms.ts';
import { refundTickets } from './refund-tickets.ts';
import { sendReminders } from './remind.ts';
import { failRooms } from './rooms.store.ts';

/**
 * Reminds fans of rooms that open soon, finds rooms that had no picture, and refunds tickets. Each step happens once, however
 * often and in however many processes it runs.
 */
export function liveJobs({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job[] {
  return [
    {
      name: moveRoomsJobName,
      schedule: '* * * * *',
      async run() {
        const at = await clusterClock();
        const hasTime = startTimeBudget();
        await failRooms(db, at);
        const isDone = [await refundTickets(db, { at, hasTime }), await sendReminders(db, { at, hasTime })];
        if (isDone.includes(false)) await enqueueNextRun(db, moveRoomsJobName);
      },
    },
  ];
}
