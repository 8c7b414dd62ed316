export { createBeacon } from './beacon.ts';
export { luckJobs, moveLuckJobName } from './luck.jobs.ts';
export { luckPersonalData } from './personal-data.ts';
export { luckRoutes } from './luck.routes.ts';
export { publishLuck } from './publish-luck.ts';
export { readLastLuck } from './results.view.ts';
export { readLuckTitles } from './luck-titles.view.ts';
export { costOf, type LuckPlan, type PlannedPrize, type Schedule } from './plan.ts';
