export { mallRoutes } from './mall.routes.ts';
