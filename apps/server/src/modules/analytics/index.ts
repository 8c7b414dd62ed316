export { analyticsReport } from './analytics.report.ts';
export { analyticsRoutes } from './analytics.routes.ts';
export { readUsage } from './analytics.view.ts';
export { forgetEventsJob } from './forget-events-job.ts';
