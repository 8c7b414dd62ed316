import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** A kind of background work. It may run more than once for one request, so what it does must bear repeating. */
export type Job = {
  /** The name under which work is queued. */
  readonly name: string;
  /**
   * When it also runs by itself, as a crontab pattern in UTC: `minute hour day month weekday`. Such runs never overlap,
   * whatever process they are in, unless one of these is not heard of for half a minute; and only one waits for the one
   * before it.
   */
  readonly schedule?: string;
  /** Worked on in slots of its own, so that it waits for no other work: there is a fan who waits for it. */
  readonly apart?: true;
  /** Throwing means: again later, with growing pauses, until the attempts are used up. */
  run(payload: unknown, attempt: Attempt): Promise<void>;
};

/** Which attempt of how many this is, counted from 1. */
type Attempt = { readonly number: number; readonly last: boolean };

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
