import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { deleteEventsBefore } from './analytics.store.ts';

const dayMs = 24 * 60 * 60_000;

/** Deletes every night what is older than the deployment wants to keep. */
export function forgetEventsJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  return {
    name: 'forget-analytics-events',
    schedule: '20 3 * * *',
    async run() {
      await deleteEventsBefore(db, new Date(clock.now().getTime() - settings.analytics.retentionDays * dayMs));
    },
  };
}
