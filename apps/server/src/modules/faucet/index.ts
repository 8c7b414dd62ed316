export { faucetFanRecords } from './fan-records.ts';
export { faucetRoutes } from './faucet.routes.ts';
export { forgetNetworksJob } from './forget-networks-job.ts';
