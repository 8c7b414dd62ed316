export { readLuckTitles } from './luck-titles.view.ts';
export { costOf, type LuckPlan, type PlannedPrize, type Schedule } from './plan.ts';
