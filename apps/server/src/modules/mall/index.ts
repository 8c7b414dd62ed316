export { mallFanRecords } from './fan-records.ts';
export { mallRoutes } from './mall.routes.ts';
