import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** A kind of background work. It runs at least once per request, so it must be idempotent. */
export type Job = {
  /** The name under which work is queued. */
  readonly name: string;
  /**
   * A crontab pattern in UTC for scheduled runs: `minute hour day month weekday`. Scheduled runs do not overlap across
   * processes, except after half a minute without a heartbeat; at most one waits.
   */
  readonly schedule?: string;
  /** Runs in its own slots, because a fan waits for the result. */
  readonly apart?: true;
  /** Throw to retry with growing delays until the attempts are used up. */
  run(payload: unknown, attempt: Attempt): Promise<void>;
};

/** The attempt's number, from 1, and whether it is the last. */
type Attempt = { readonly number: number; readonly last: boolean };

/** Enqueues a job for each payload by one statement, as `enqueueJob` does for one. */
export async function enqueueJobs(
  tx: Transaction<DB>,
  name: string,
  payloads: readonly Readonly<Record<string, unknown>>[],
  maxAttempts: number,
): Promise<void> {
  const texts = payloads.map((payload) => JSON.stringify(payload));
  await sql`SELECT enqueue_job(${name}, payload::json, ${maxAttempts}, NULL) FROM unnest(${texts}::text[]) AS payload`.execute(
    tx,
  );
}

/**
 * Enqueues a job in the transaction; a worker takes it after the commit.
 *
 * @param payload - plain JSON without secrets: it is stored until the job is done.
 * @param maxAttempts - attempt n+1 follows attempt n after e^n seconds, so seven span about six minutes.
 * @param key - deduplicates: of the waiting jobs of one key only the last remains.
 * @param runAt - when a worker takes it, by the database's clock; at once by default.
 */
export async function enqueueJob(
  tx: Transaction<DB>,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  maxAttempts: number,
  key?: string,
  runAt?: Date,
): Promise<void> {
  await sql`SELECT enqueue_job(${name}, ${JSON.stringify(payload)}, ${maxAttempts}, ${key ?? null}, ${runAt ?? null})`.execute(
    tx,
  );
}
