export { giftFanRecords } from './fan-records.ts';
export { giftRoutes } from './gifts.routes.ts';
