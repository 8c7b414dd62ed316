import type { Module } from '#/services.ts';
import { countFanDaysJob } from './count-fan-days.ts';
import { progressRoutes } from './progress.routes.ts';
import { progressPersonalData } from './fan-days.view.ts';

export const progress = {
  routes: progressRoutes,
  jobs: (services) => [countFanDaysJob(services)],
  personalData: () => [progressPersonalData],
} satisfies Module;
