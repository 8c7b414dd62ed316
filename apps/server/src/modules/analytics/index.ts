import type { Module } from '#/services.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { forgetEventsJob } from './analytics.store.ts';

export { analyticsReport, readUsage } from './analytics.view.ts';

export const analytics = {
  routes: analyticsRoutes,
  jobs: (services) => [forgetEventsJob(services)],
} satisfies Module;
