import { type Job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import { localDateAt } from '#/lib/local-date.ts';
import { tellFans } from '#/modules/notices/index.ts';
import type { Services } from '#/services.ts';
import { listOpenings, listRecentFans } from './openings.view.ts';

/**
 * Tells fans who took part in luck within a month what opens: of a plan once a day, however often it opens. Packets are
 * announced some minutes before, because the fastest empty them.
 */
export function notifyOfLuckJob({
  db,
  clusterClock,
  settings,
}: Pick<Services, 'db' | 'clusterClock' | 'settings'>): Job {
  return scheduledJob('notify-of-luck', async () => {
    const at = await clusterClock();
    const hasTime = startTimeBudget();
    for (const { planId, opensAt, closesAt, ...luck } of await listOpenings(db, at)) {
      const news = {
        kind: 'luckOpens',
        subject: `${planId} ${localDateAt(opensAt, settings.platformTimeZone)}`,
        parameters: { ...luck, opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString() },
        at,
        listFans: (tx, section) => listRecentFans(tx, { at, ...section }),
      } as const satisfies Parameters<typeof tellFans<'luckOpens'>>[1];
      if (!(await tellFans(db, news, hasTime))) return enqueueNextRun(db, 'notify-of-luck');
    }
  });
}
