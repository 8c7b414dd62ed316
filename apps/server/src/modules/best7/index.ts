export { best7Routes } from './best7.routes.ts';
export { best7FanRecords } from './fan-records.ts';
export { hasResult } from './result.store.ts';
