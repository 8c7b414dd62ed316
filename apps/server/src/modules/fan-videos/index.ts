import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { checkVideoJob, recheckVideosJob } from './check-video-job.ts';
import { expireUploadsJob, removeVideoFilesJob, sweepVideoFilesJob } from './video-file-jobs.ts';

export { tryVideoStorage } from './try-video-storage.ts';
export { byteRangeOf } from './byte-range.rules.ts';
export { fanVideoRecords } from './fan-records.ts';
export { fanVideoRoutes } from './fan-videos.routes.ts';
export { readVideoRewardTitles } from './video-rewards.view.ts';
export { videoParticipations } from './video-participations.ts';
export { videoWitness } from './video-witness.ts';

/** What happens to videos when their fan does not wait for it. */
export function fanVideoJobs(services: Pick<Services, 'db' | 'clock' | 'settings' | 'log' | 'metrics'>): Job[] {
  return [
    checkVideoJob(services),
    recheckVideosJob(services),
    removeVideoFilesJob(services),
    expireUploadsJob(services),
    sweepVideoFilesJob(services),
  ];
}
