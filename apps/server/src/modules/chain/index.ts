import type { Module } from '#/services.ts';
import { chainRoutes } from './chain.routes.ts';
import { chainPersonalData } from './chain-transactions.view.ts';
import { chainJobs } from './send-transactions.ts';
import type { Sender } from './sending.ts';

export { type ChainNode, createNode, isRevert } from './node.ts';
export { transactionRows } from './chain-transactions.view.ts';
export { queueTransaction } from './outbox.store.ts';
export { faucetSender, type Sender } from './sending.ts';

export const chain = {
  routes: chainRoutes,
  jobs: (given) => chainJobs(given, given.senders),
  personalData: () => [chainPersonalData],
} satisfies Module<unknown, { readonly senders: readonly Sender[] }>;
