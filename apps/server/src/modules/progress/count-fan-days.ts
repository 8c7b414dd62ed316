import { type Job, scheduledJob } from '#/jobs/job.ts';
import { drain } from '#/jobs/drain.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Services } from '#/services.ts';
import { addNextStretch } from './fan-days.store.ts';

/** Transfers read in one transaction; the read stays far below the statement timeout. */
const mostAtOnce = 10_000;

/**
 * Adds new transfers of the journal to the days of fans every minute, so that voting does nothing for it. Repeated and
 * concurrent runs are safe: the progress is stored with what it covers. A run without time goes on in another.
 */
export function countFanDaysJob({ db, settings }: Pick<Services, 'db' | 'settings'>): Job {
  return scheduledJob('count-fan-days', async () => {
    const stretch = { most: mostAtOnce, timeZone: settings.platformTimeZone };
    const step = () => transactionWithRetry(db, (tx) => addNextStretch(tx, stretch));
    if (!(await drain(step, startTimeBudget()))) await enqueueNextRun(db, 'count-fan-days');
  });
}
