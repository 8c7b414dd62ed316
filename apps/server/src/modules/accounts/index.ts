export { accountRoutes } from './accounts.routes.ts';
export { sweepAccountsJob } from './sweep.ts';
