export { createBeacon } from './beacon.ts';
export { createLuckCompletionCheck } from './luck-completion.ts';
export { luckJobs, moveLuckJobName } from './luck.jobs.ts';
export { luckPersonalData } from './personal-data.ts';
export { luckRoutes } from './luck.routes.ts';
export { publishLuck } from './publish-luck.ts';
export { readLuckTitles } from './luck-titles.view.ts';
export { costOf, type LuckPlan, type PlannedPrize, type Schedule } from './plan.ts';
