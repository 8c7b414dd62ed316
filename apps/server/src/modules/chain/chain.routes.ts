import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import type { Services } from '#/services.ts';
import { readTransactions } from './chain-transactions.view.ts';
import { retryTransaction } from './retry-transaction.ts';

export function chainRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
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
