export { readBonusTitles, readPendingBonuses } from './bonuses.view.ts';
export { stakingPersonalData } from './personal-data.ts';
export { moveStakingJobName, stakingJobs } from './staking.jobs.ts';
export { createStakingCompletionCheck } from './staking-completion.ts';
export { stakingRoutes } from './staking.routes.ts';
