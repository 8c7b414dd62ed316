export { chainRoutes } from './chain.routes.ts';
export { chainPersonalData } from './chain-transactions.view.ts';
export { type ChainNode, isRevert } from './node.ts';
export { queueTransaction } from './outbox.store.ts';
export { chainJobs } from './send-transactions.ts';
export { faucetSender, type Sender } from './sending.ts';
