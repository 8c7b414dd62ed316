import type { Module } from '#/services.ts';
import { aiHostJobs } from './ai-host.jobs.ts';
import { aiHostRoutes } from './ai-host.routes.ts';
import { aiHostPersonalData } from './my-questions.view.ts';

export const aiHost = {
  routes: aiHostRoutes,
  jobs: aiHostJobs,
  personalData: () => [aiHostPersonalData],
} satisfies Module;
