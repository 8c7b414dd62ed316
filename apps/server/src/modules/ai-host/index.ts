export { aiHostJobs } from './ai-host.jobs.ts';
export { aiHostRoutes } from './ai-host.routes.ts';
export { aiHostPersonalData } from './my-questions.view.ts';
