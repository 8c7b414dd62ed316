import { sql } from 'kysely';
import type { Services } from '#/services.ts';
import type { Job } from './job.ts';

/** How long a job that has failed for good can be looked at. */
const keptMs = 24 * 60 * 60_000;

/** Forgets, every hour, jobs that failed for good a day ago: a mail that nobody took still carries its address. */
export function forgetFailedJobsJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'forget-failed-jobs',
    schedule: '25 * * * *',
    async run() {
      await sql`SELECT forget_failed_jobs(${new Date(clock.now().getTime() - keptMs)})`.execute(db);
    },
  };
}
