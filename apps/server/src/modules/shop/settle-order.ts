import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { enqueueJob, type Job } from '#/jobs/job.ts';
import { freePieces, handOver } from './editions.store.ts';
import { beginDelivery, findState, moveOrder, type OpenOrder, listUnsettled } from './orders.store.ts';
import { credit } from '#/modules/points/index.ts';
import type { Services } from '#/services.ts';
import { uuidV7 } from '#/lib/uuid.ts';

type Settling = {
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
async function settleOrder({ db, deliver, now }: Settling, orderId: number): Promise<void> {
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

/**
 * Brings the pieces of an order to where their fan will have them. It is asked again for the same order when an answer
 * was lost, and then must answer as before without delivering twice; `orderId` is what it can know an order by.
 *
 * Answers `impossible` where it never will be possible; throws where it may be later.
 */
export type Delivery = (order: OpenOrder) => Promise<'delivered' | 'impossible'>;

/** The platform keeps the pieces for their fans: they are where they belong as soon as the order says so. */
const custody: Delivery = () => Promise.resolve('delivered');

const settlingJob = 'settle-order';
const settlingPayload = z.object({ orderId: z.int() });
/** A little over six minutes; what has had no answer by then is taken up again by `resumeOrdersJob`. */
const settlingAttempts = 7;
/** Longer than all attempts take. */
const unsettledMs = 15 * 60_000;
const atOnce = 500;

/** Has an order settled as soon as the transaction that pays it is committed. */
export function enqueueSettling(tx: Transaction<DB>, orderId: number): Promise<void> {
  return enqueueJob(tx, settlingJob, { orderId }, settlingAttempts, `${settlingJob}:${orderId}`);
}

/** Settles an order: see `settleOrder`. */
export function settleOrderJob({ db, clock }: Pick<Services, 'db' | 'clock'>, deliver: Delivery = custody): Job {
  return {
    name: settlingJob,
    async run(payload) {
      const { orderId } = settlingPayload.parse(payload);
      await settleOrder({ db, deliver, now: clock.now() }, orderId);
    },
  };
}

/** Takes up orders again of which no attempt could write down what came of it. */
export function resumeOrdersJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'resume-orders',
    schedule: '*/5 * * * *',
    async run() {
      const before = new Date(clock.now().getTime() - unsettledMs);
      const unsettled = await listUnsettled(db, { before, most: atOnce });
      await db.transaction().execute(async (tx) => {
        for (const orderId of unsettled) await enqueueSettling(tx, orderId);
      });
    },
  };
}

/** Every piece of background work on orders. */
export function orderJobs(services: Pick<Services, 'db' | 'clock'>): Job[] {
  return [settleOrderJob(services), resumeOrdersJob(services)];
}
