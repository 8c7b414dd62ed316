export { readBonusTitles, readPendingBonuses, stakingPersonalData, readLastStake } from './stakes.view.ts';
export { moveStakingKind, stakingJobs } from './staking.jobs.ts';
export { stakingRoutes } from './staking.routes.ts';
