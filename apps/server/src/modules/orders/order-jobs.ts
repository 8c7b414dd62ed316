import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { resumeOrdersJob, settleOrderJob } from './settle-order-job.ts';

/** Every piece of background work on orders. */
export function orderJobs(services: Pick<Services, 'db' | 'clock'>): Job[] {
  return [settleOrderJob(services), resumeOrdersJob(services)];
}
