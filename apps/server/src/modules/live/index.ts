export { liveJobs } from './live.jobs.ts';
export { liveRoutes } from './live.routes.ts';
export { livePersonalData } from './personal-data.ts';
