import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { removeAvatarFileJob } from './remove-avatar-file-job.ts';
import { sweepAvatarsJob } from './sweep-avatars-job.ts';

export { profileFanRecords } from './fan-records.ts';
export { profileRoutes } from './profiles.routes.ts';

/** What becomes of pictures that no fan shows any more. */
export function profileJobs(services: Pick<Services, 'db' | 'clock' | 'settings'>): Job[] {
  return [removeAvatarFileJob(services), sweepAvatarsJob(services)];
}
