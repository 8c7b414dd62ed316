import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { handle, handleOnce } from '#/http/handle.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import type { Services } from '#/services.ts';
import {
  countTransactions,
  countTroubledSenders,
  purposes,
  readTransactions,
  states,
  type TransactionCount,
} from './chain-transactions.view.ts';
import { retryTransaction } from './outbox.store.ts';

type ChainServices = Pick<Services, 'db' | 'log' | 'metrics'>;

export function chainRoutes(server: FastifyInstance, services: ChainServices): void {
  const { db } = services;
  gaugeOutbox(services);
  handle(server, 'GET /operator/api/v1/chain/transactions', ({ query }) => readTransactions(db, query));

  handleOnce(server, 'POST /operator/api/v1/chain/retry', async (tx, { body, operator, receivedAt: at }) => {
    const { transactionId, why } = body;
    const { reason } = await retryTransaction(tx, transactionId);
    await recordInAuditLog(tx, {
      action: 'chain/retry',
      subject: `chainTransaction:${transactionId}`,
      operator,
      why,
      before: { state: 'impossible', reason },
      after: { state: 'waiting' },
      at,
    });
    return { transactionId: String(transactionId) };
  });
}

/**
 * Counts for the next scrape, because the other metrics must not wait for the database. Every process reports the same
 * numbers.
 */
function gaugeOutbox({ db, log, metrics }: ChainServices): void {
  let [counted, troubled]: [readonly TransactionCount[], number] = [[], 0];
  async function count(): Promise<void> {
    counted = await countTransactions(db);
    troubled = await countTroubledSenders(db);
  }
  const shared = { registers: [metrics.registry], aggregator: 'max' as const };
  new Gauge({
    ...shared,
    name: 'lightstick_chain_transactions',
    help: 'Transactions on the chain that are open, and mints that are impossible, by purpose and state.',
    labelNames: ['purpose', 'state'],
    collect() {
      for (const purpose of purposes) for (const state of states) this.set({ purpose, state }, 0);
      for (const { purpose, state, count: number } of counted) this.set({ purpose, state }, number);
      count().catch((error: unknown) => log.warn({ err: error }, 'transactions on the chain could not be counted'));
    },
  });
  new Gauge({
    ...shared,
    name: 'lightstick_chain_troubled_senders',
    help: 'Keys that cannot send at present; the log and the list for operators say why.',
    collect() {
      this.set(troubled);
    },
  });
}
