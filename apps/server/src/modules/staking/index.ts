export { readBonusTitles, readPendingBonuses, stakingPersonalData, readLastStake } from './stakes.view.ts';
export { moveStakingJobName, stakingJobs } from './staking.jobs.ts';
export { stakingRoutes } from './staking.routes.ts';
