import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { revokeTokensJob } from './revoke-tokens-job.ts';
import { createSocialServices } from './social-services.ts';
import { sweepSocialJob } from './sweep.ts';

export { socialFanRecords } from './fan-records.ts';
export { socialModes } from './provider.ts';
export { sandboxRoutes } from './sandbox/sandbox.routes.ts';
export { socialRoutes } from './social.routes.ts';
export { createSocialServices } from './social-services.ts';
export { createSocialTasks } from './social-tasks.ts';

/** The module's background work: giving tokens back to providers, and sweeping up. */
export function socialJobs(given: Pick<Services, 'db' | 'log' | 'clock' | 'settings'>): Job[] {
  const services = createSocialServices(given);
  return [revokeTokensJob(services), sweepSocialJob(services)];
}
