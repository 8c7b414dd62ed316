export { cheerRoutes } from './cheers.routes.ts';
export { cheerFanRecords } from './fan-records.ts';
