export { orderFanRecords } from './fan-records.ts';
export { orderRoutes } from './orders.routes.ts';
export { orderJobs } from './order-jobs.ts';
