import type { Job } from './jobs/job.ts';
import { sweepAccountsJob } from './modules/accounts/index.ts';
import { type Mailer, mailJobs } from './modules/mail/index.ts';
import type { Services } from './services.ts';

/** Every module's background work. */
export function moduleJobs(services: Services, mailer: Mailer): Job[] {
  return [...mailJobs(services, mailer), sweepAccountsJob(services)];
}
