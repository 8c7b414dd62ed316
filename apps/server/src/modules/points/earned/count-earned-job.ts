import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { clearWeeksBefore, countEarned } from './count-earned.store.ts';
import { weeksAt } from './span.rules.ts';

/**
 * Keeps the totals behind the ranking of fans, and clears those of past weeks, every minute. It bears to be run again, and
 * by several replicas at once.
 */
export function countEarnedJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  return {
    name: 'count-earned-points',
    schedule: '* * * * *',
    async run() {
      const weeks = weeksAt(clock.now(), settings.platformTimeZone);
      await countEarned(db, weeks);
      await clearWeeksBefore(db, weeks[0]);
    },
  };
}
