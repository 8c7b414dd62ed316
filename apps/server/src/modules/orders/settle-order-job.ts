import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { enqueueJob } from '#/jobs/enqueue-job.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { custody, type Delivery } from './delivery.ts';
import { listUnsettled } from './orders.store.ts';
import { settleOrder } from './settle-order.ts';

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
