import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/transaction-with-retry.ts';
import { credit } from '#/modules/points/index.ts';
import { uuidV7 } from '#/uuid-v7.ts';
import type { Delivery } from './delivery.ts';
import { freePieces, handOver } from './editions.store.ts';
import { beginDelivery, findState, moveOrder, type OpenOrder } from './orders.store.ts';

export type Settling = {
  readonly db: Kysely<DB>;
  readonly deliver: Delivery;
  readonly now: Date;
};

/**
 * Takes an order as far as it goes: delivered and done, or failed and refunded. It may be run again after any step, and
 * by several at once: each step is a transaction that only one of them gets.
 *
 * @throws what the delivery throws: nobody knows then whether it was carried out, so the order stays as it is until a later
 * attempt has an answer. A refund might give the Points back for pieces that have arrived.
 */
export async function settleOrder({ db, deliver, now }: Settling, orderId: number): Promise<void> {
  const order = await beginDelivery(db, orderId);
  if (order) {
    if ((await deliver(order)) === 'delivered') {
      await transactionWithRetry(db, (tx) => complete(tx, order, now));
      return;
    }
    await moveOrder(db, orderId, { from: 'processing', to: 'failed' });
  }
  if ((await findState(db, orderId)) === 'failed') await transactionWithRetry(db, (tx) => refund(tx, orderId, now));
}

async function complete(tx: Transaction<DB>, { orderId, fanId }: OpenOrder, at: Date): Promise<void> {
  const moved = await moveOrder(tx, orderId, { from: 'processing', to: 'done', at });
  if (moved) await handOver(tx, { orderId, fanId, at });
}

/** The Points go back by the way they came, and the numbers are free again. */
async function refund(tx: Transaction<DB>, orderId: number, at: Date): Promise<void> {
  const refundKey = uuidV7(at);
  const order = await moveOrder(tx, orderId, { from: 'failed', to: 'refunded', at, refundKey });
  if (!order) return;
  await freePieces(tx, order);
  await credit(tx, {
    key: refundKey,
    receivedAt: at,
    fanId: order.fanId,
    asset: 'POINT',
    amount: order.paid,
    pool: { kind: 'sink', name: 'mall orders' },
    reason: 'order_refunded',
  });
}
