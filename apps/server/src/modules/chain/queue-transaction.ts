import type { Transaction } from 'kysely';
import type { Hex } from 'viem';
import type { DB } from '#/db/schema.ts';
import { enqueueJob } from '#/jobs/job.ts';

/** What a transaction is for; each purpose has its key. */
export type Purpose = 'mint' | 'testCoin';

type NewTransaction = {
  readonly purpose: Purpose;
  readonly target: Hex;
  readonly data?: Hex;
  /** In wei. */
  readonly value?: bigint;
  readonly at: Date;
};

export const sendingJob = 'send-transactions';

/** Queues a transaction for the chain in the caller's transaction. Returns its id. The outbox sends it once. */
export async function queueTransaction(
  tx: Transaction<DB>,
  { purpose, target, data = '0x', value = 0n, at }: NewTransaction,
): Promise<number> {
  const { id } = await tx
    .insertInto('chain_transaction')
    .values({ purpose, target, data, value: value.toString(), queued_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueSending(tx);
  return id;
}

/** Wakes the outbox after the commit, or at `runAt`. One run takes all that is there. */
export function enqueueSending(tx: Transaction<DB>, runAt?: Date): Promise<void> {
  return enqueueJob(tx, sendingJob, {}, 1, sendingJob, runAt);
}
