import { type Job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import { tellFans } from '#/modules/notices/index.ts';
import type { Services } from '#/services.ts';
import { listClosingRounds, listVoters } from './moved-ends.store.ts';

/**
 * Tells all who have cast or held votes of an election that its round ends within 24 hours, and within one. A moved end is
 * announced again.
 */
export function notifyOfClosesJob({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job {
  return scheduledJob('notify-of-closes', async () => {
    const at = await clusterClock();
    const hasTime = startTimeBudget();
    for (const { activityId, title, unit, round, closesAt: end, hours } of await listClosingRounds(db, at)) {
      const closesAt = end.toISOString();
      const isDone = await tellFans(
        db,
        {
          kind: 'roundCloses',
          subject: `${activityId} ${round} ${hours} ${closesAt}`,
          parameters: { activityId, title, hours, closesAt },
          at,
          listFans: (tx, section) => listVoters(tx, { unit, ...section }),
        },
        hasTime,
      );
      if (!isDone) return enqueueNextRun(db, 'notify-of-closes');
    }
  });
}
