export { analyticsReport, readUsage } from './analytics.view.ts';
export { analyticsRoutes } from './analytics.routes.ts';
export { forgetEventsJob } from './analytics.store.ts';
