export { chainJobs } from './chain.jobs.ts';
export { chainRoutes } from './chain.routes.ts';
export { type ChainNode, isRevert } from './node.ts';
export { queueTransaction } from './queue-transaction.ts';
export type { Sender } from './sending.ts';
export { faucetSender } from './faucet-sender.ts';
