export { readBonusTitles, readPendingBonuses } from './bonuses.view.ts';
export { stakingPersonalData } from './personal-data.view.ts';
export { moveStakingJobName, stakingJobs } from './staking.jobs.ts';
export { readLastStake } from './stakes.view.ts';
export { stakingRoutes } from './staking.routes.ts';
