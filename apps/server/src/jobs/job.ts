import { sql, type Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { type ScheduledJobId, scheduleOf } from './schedules.ts';

/** Background work. It runs at least once per request, so it must be idempotent. */
export type Job = {
  /** The id under which work is queued. */
  readonly id: string;
  /**
   * A crontab pattern in UTC. Scheduled runs do not overlap across processes, except after half a minute without a
   * heartbeat; at most one waits.
   */
  readonly schedule?: string | undefined;
  /** Runs in its own slots, because a fan waits for the result. */
  readonly apart?: boolean | undefined;
  run(payload: unknown, attempt: Attempt): Promise<void>;
};

/** The attempt's number, from 1, and whether it is the last. */
type Attempt = { readonly number: number; readonly last: boolean };

/** What can be queued under an id. */
type JobKind<Payload extends z.ZodType, Id extends string = string> = {
  readonly id: Id;
  /** Plain JSON without secrets: it is stored until the job is done. */
  readonly payload: Payload;
  /** Attempt n+1 follows attempt n after e^n seconds, so seven span about ten minutes. */
  readonly attempts: number;
};

/** The payload of a job that needs none; the queue adds the time to that of a scheduled run. */
export const noPayload = z.object({});

export function jobKind<Payload extends z.ZodType, const Id extends string>(
  id: Id,
  { payload, attempts }: Omit<JobKind<Payload>, 'id'>,
): JobKind<Payload, Id> {
  return { id, payload, attempts };
}

type Handler<Payload> = (payload: Payload, attempt: Attempt) => Promise<void>;

/**
 * Makes the job of a kind:
 * - What is queued is parsed by the kind's schema before it runs.
 * - What a transaction enqueues runs after its commit, at least once; several of one key run as the last of them.
 * - If `schedules` names its id, it runs by the schedule as well.
 *
 * @param run - throws to retry with growing delays until the attempts are used up
 */
export function job<Payload extends z.ZodType>(
  { id, payload }: Pick<JobKind<Payload>, 'id' | 'payload'>,
  run: Handler<z.output<Payload>>,
  { apart }: Pick<Job, 'apart'> = {},
): Job {
  return {
    id,
    schedule: scheduleOf(id),
    apart,
    async run(given, attempt) {
      await run(payload.parse(given), attempt);
    },
  };
}

/** Makes a job that only runs by its schedule. */
export function scheduledJob(id: ScheduledJobId, run: () => Promise<void>): Job {
  return job({ id, payload: z.unknown() }, run);
}

type EnqueueOptions = {
  /** Deduplicates: of the waiting jobs of one key only the last remains. */
  readonly key?: string;
  /** The time at which a worker takes it, by the database's clock; at once by default. */
  readonly runAt?: Date | undefined;
};

/** Enqueues a job in the transaction; a worker takes it after the commit. */
export async function enqueue<Payload extends z.ZodType>(
  tx: Transaction<DB>,
  { id, attempts }: JobKind<Payload>,
  payload: z.input<Payload>,
  { key, runAt }: EnqueueOptions = {},
): Promise<void> {
  await sql`SELECT enqueue_job(${id}, ${JSON.stringify(payload)}, ${attempts}, ${key ?? null},
    ${runAt ?? null})`.execute(tx);
}

/** Enqueues a job for each payload by one statement, as `enqueue` does for one. */
export async function enqueueAll<Payload extends z.ZodType>(
  tx: Transaction<DB>,
  { id, attempts }: JobKind<Payload>,
  payloads: readonly z.input<Payload>[],
): Promise<void> {
  const texts = payloads.map((payload) => JSON.stringify(payload));
  await sql`SELECT enqueue_job(${id}, payload::json, ${attempts}, NULL)
    FROM unnest(${texts}::text[]) AS payload`.execute(tx);
}
