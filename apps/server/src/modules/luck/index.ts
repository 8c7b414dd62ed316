import type { Module } from '#/services.ts';
import { createBeacon } from './beacon.ts';
import { luckJobs } from './luck.jobs.ts';
import { luckRoutes, type LuckServices } from './luck.routes.ts';
import { luckPersonalData } from './personal-data.view.ts';

export { createBeacon } from './beacon.ts';
export { moveLuckKind } from './luck.jobs.ts';
export { publishLuck } from './publish-luck.ts';
export { readLastLuck, readLuckTitles } from './results.view.ts';
export { costOf, type LuckPlan, type PlannedPrize, type Schedule } from './plan.ts';

export const luck = {
  routes: luckRoutes,
  jobs: (services) => luckJobs({ ...services, beacon: createBeacon(services) }),
  personalData: () => [luckPersonalData],
} satisfies Module<LuckServices>;
