import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/**
 * Queues a job. It exists exactly when the transaction commits, and a worker takes it at once.
 *
 * @param payload - plain JSON without secrets: it lies in the database until the job is done.
 * @param maxAttempts - attempt n+1 follows attempt n after e^n seconds, so that seven span a little over six minutes.
 * @param key - where asking again must add no second job: of those that wait under one key there is only the last.
 */
export async function enqueueJob(
  tx: Transaction<DB>,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  maxAttempts: number,
  key?: string,
): Promise<void> {
  await sql`SELECT enqueue_job(${name}, ${JSON.stringify(payload)}, ${maxAttempts}, ${key ?? null})`.execute(tx);
}
