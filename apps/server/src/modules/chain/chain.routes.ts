import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { handle, handleOnce } from '#/http/handle.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import type { Services } from '#/services.ts';
import { readTransactions } from './chain-transactions.view.ts';
import { retryTransaction } from './retry-transaction.ts';

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

type Counted = {
  readonly waiting: number;
  readonly sent: number;
  readonly impossible: number;
  readonly troubled: number;
};

/** Counted for the next scrape: the other metrics must not wait for the database. Every process reports the same numbers. */
function gaugeOutbox({ db, log, metrics }: ChainServices): void {
  let counted: Counted = { waiting: 0, sent: 0, impossible: 0, troubled: 0 };
  async function count(): Promise<void> {
    const { rows } = await sql<Counted>`
      select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'sent') as sent,
             count(*) filter (where state = 'impossible') as impossible,
             (select count(*) from chain_sender where trouble is not null) as troubled
        from chain_transaction where state in ('waiting', 'sent', 'impossible')`.execute(db);
    counted = rows[0] ?? counted;
  }
  const shared = { registers: [metrics.registry], aggregator: 'max' as const };
  new Gauge({
    ...shared,
    name: 'lightstick_chain_transactions',
    help: 'Transactions on the chain that are not confirmed, by state.',
    labelNames: ['state'],
    collect() {
      for (const state of ['waiting', 'sent', 'impossible'] as const) this.set({ state }, counted[state]);
      count().catch((error: unknown) => log.warn({ err: error }, 'transactions on the chain could not be counted'));
    },
  });
  new Gauge({
    ...shared,
    name: 'lightstick_chain_troubled_senders',
    help: 'Keys that cannot send at present; the log and the list for operators say why.',
    collect() {
      this.set(counted.troubled);
    },
  });
}
