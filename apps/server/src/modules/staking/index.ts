import type { Module } from '#/services.ts';
import { stakingPersonalData } from './stakes.view.ts';
import { stakingJobs } from './staking.jobs.ts';
import { stakingRoutes } from './staking.routes.ts';

export { readBonusTitles, readPendingBonuses, readLastStake } from './stakes.view.ts';
export { moveStakingKind } from './staking.jobs.ts';

export const staking = {
  routes: stakingRoutes,
  jobs: stakingJobs,
  personalData: () => [stakingPersonalData],
} satisfies Module;
