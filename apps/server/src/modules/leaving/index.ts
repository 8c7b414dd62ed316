export { eraseFansJob } from './erase-fans-job.ts';
export { leavingRoutes } from './leaving.routes.ts';
