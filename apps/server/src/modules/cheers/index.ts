export { cheerRoutes } from './cheers.routes.ts';
export { cheerPersonalData } from './cheers.view.ts';
