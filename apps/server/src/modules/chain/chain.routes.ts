import type { FastifyInstance } from 'fastify';
import { sql, type Transaction } from 'kysely';
import { Gauge } from 'prom-client';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import type { Services } from '#/services.ts';
import { readTransactions } from './chain-transactions.view.ts';
import { enqueueSending } from './queue-transaction.ts';

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
 * Lets an impossible mint wait again; it gets a new nonce. Returns why it was impossible. Test coins could arrive twice.
 *
 * @throws Refusal CHAIN_TRANSACTION_NOT_IMPOSSIBLE
 */
async function retryTransaction(tx: Transaction<DB>, id: number): Promise<{ readonly reason: string }> {
  const { rows } = await sql<{ reason: string }>`
    update chain_transaction t
       set state = 'waiting', sender = null, nonce = null, hash = null, reason = null, settled_at = null
      from (select id, reason from chain_transaction
             where id = ${id} and state = 'impossible' and purpose = 'mint' for update) was
     where t.id = was.id
    returning was.reason`.execute(tx);
  const [was] = rows;
  if (!was) throw new Refusal('CHAIN_TRANSACTION_NOT_IMPOSSIBLE');
  await enqueueSending(tx);
  return was;
}

const purposes = ['mint', 'testCoin'] as const;
const states = ['waiting', 'sent', 'impossible'] as const;
type Counted = {
  readonly purpose: (typeof purposes)[number];
  readonly state: (typeof states)[number];
  readonly count: number;
};

/**
 * Counted for the next scrape: the other metrics must not wait for the database. Every process reports the same numbers. Of test
 * coins none is counted as impossible: any fan with a contract for a wallet may cause that, and an operator can do nothing.
 */
function gaugeOutbox({ db, log, metrics }: ChainServices): void {
  let [counted, troubled]: [readonly Counted[], number] = [[], 0];
  async function count(): Promise<void> {
    const transactions = await sql<Counted>`
      select purpose, state, count(*) from chain_transaction
       where state in ('waiting', 'sent') or state = 'impossible' and purpose = 'mint'
       group by purpose, state`.execute(db);
    const senders = await sql<{ troubled: number }>`
      select count(*) as troubled from chain_sender where trouble is not null`.execute(db);
    counted = transactions.rows;
    troubled = senders.rows[0]?.troubled ?? 0;
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
