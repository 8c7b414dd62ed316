export { createBeacon } from './beacon.ts';
export { luckJobs, moveLuckKind } from './luck.jobs.ts';
export { luckPersonalData } from './personal-data.view.ts';
export { luckRoutes } from './luck.routes.ts';
export { publishLuck } from './publish-luck.ts';
export { readLastLuck, readLuckTitles } from './results.view.ts';
export { costOf, type LuckPlan, type PlannedPrize, type Schedule } from './plan.ts';
