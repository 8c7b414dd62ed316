export { readPendingTaskPoints } from './pending-points.ts';
export { taskRoutes } from './tasks.routes.ts';
