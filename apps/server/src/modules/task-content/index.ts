export { taskContentRoutes } from './task-content.routes.ts';
