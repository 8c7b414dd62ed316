import { forgetAnswersJob } from './http/forget-answers-job.ts';
import { sweepRateLimitsJob } from './http/sweep-rate-limits.ts';
import { forgetFailedJobsJob } from './jobs/forget-failed-jobs.ts';
import type { Job } from './jobs/job.ts';
import { moduleFanRecords } from './module-fan-records.ts';
import { sweepAccountsJob } from './modules/accounts/index.ts';
import { forgetEventsJob } from './modules/analytics/index.ts';
import { videoJobs, rewardInvitesJob, markRiddlesJob, socialJobs, claimJobs } from './modules/tasks/index.ts';
import { forgetNetworksJob, openLedgerBooksJob, countEarnedJob } from './modules/points/index.ts';
import { eraseFansJob } from './modules/leaving/index.ts';
import { mailJobs } from './modules/mail/index.ts';
import { orderJobs } from './modules/shop/index.ts';
import { profileJobs } from './modules/profiles/index.ts';
import { quarantineJobs } from './modules/quarantine/index.ts';
import { sweepWalletChallengesJob } from './modules/wallets/index.ts';
import type { Services } from './services.ts';

/** Every module's background work. */
export function moduleJobs(services: Services): Job[] {
  return [
    ...mailJobs(services),
    sweepAccountsJob(services),
    sweepWalletChallengesJob(services),
    sweepRateLimitsJob(services),
    forgetAnswersJob(services),
    forgetFailedJobsJob(services),
    eraseFansJob(services, moduleFanRecords(services)),
    ...profileJobs(services),
    ...socialJobs(services),
    ...videoJobs(services),
    forgetEventsJob(services),
    openLedgerBooksJob(services.pool),
    countEarnedJob(services),
    rewardInvitesJob(services),
    ...orderJobs(services),
    markRiddlesJob(services),
    forgetNetworksJob(services),
    ...claimJobs(services),
    ...quarantineJobs(services),
  ];
}
