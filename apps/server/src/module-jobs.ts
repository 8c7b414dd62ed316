import type { Job } from './jobs/job.ts';
import { sweepAccountsJob } from './modules/accounts/index.ts';
import { forgetEventsJob } from './modules/analytics/index.ts';
import { mailJobs } from './modules/mail/index.ts';
import { comingBooksJob } from './modules/points/index.ts';
import type { Services } from './services.ts';

/** Every module's background work. */
export function moduleJobs(services: Services): Job[] {
  return [...mailJobs(services), sweepAccountsJob(services), forgetEventsJob(services), comingBooksJob(services.pool)];
}
