import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { readSections, type Section } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { machineClock } from '#/lib/clock.ts';
import { type Job, job } from './job.ts';
import type { ScheduledJobId } from './schedules.ts';

/** One run's section of a list that may need several runs. */
export type RunSection<Entry> = {
  /** Batch size of look-ups. */
  readonly most?: number;
  /** The last entry of the previous run; undefined to begin at the start. */
  readonly after?: Entry | undefined;
  /** Whether the run may begin another entry. */
  readonly hasTime?: () => boolean;
  /** Enqueues a run that continues after an entry; without it the rest waits for the next run. */
  readonly goOn?: (after: Entry) => Promise<void>;
};

/** A list and the work on its entries. */
type SectionWork<Entry> = {
  /** The next entries after one, in order; undefined to begin. */
  readonly list: (after: Entry | undefined, most: number) => Promise<readonly Entry[]>;
  readonly settle: (entry: Entry) => Promise<unknown>;
  /** Receives each failure at once. */
  readonly onFailure: (error: unknown, entry: Entry) => void;
};

const mostAtOnce = 500;

/**
 * Processes entries until the list or the time ends, at least one. A failed entry blocks no others, in this run or the
 * next.
 *
 * @returns the failures
 */
export async function processInBatches<Entry>(
  { list, settle, onFailure }: SectionWork<Entry>,
  { most = mostAtOnce, after, hasTime = startTimeBudget(), goOn }: RunSection<Entry>,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const read = (section: Section<Entry>) => list(section.after, section.most);
  for await (const batch of readSections(read, { after, most })) {
    for (const entry of batch) {
      try {
        await settle(entry);
      } catch (error) {
        onFailure(error, entry);
        failures.push(error);
      }
      if (!hasTime()) {
        await goOn?.(entry);
        return failures;
      }
    }
  }
  return failures;
}

/** Maximum time in which a scheduled run begins entries, because slots are few. */
const mostMs = 20_000;

/** Starts a time budget; the returned function says whether another entry may begin. */
export function startTimeBudget(): () => boolean {
  const endsAtMs = machineClock.monotonicMs() + mostMs;
  return () => machineClock.monotonicMs() < endsAtMs;
}

/** Enqueues another run of a job at once, in the job's own queue and under its key, so that runs never overlap. */
export async function enqueueNextRun(db: Kysely<DB>, id: ScheduledJobId, payload: object = {}): Promise<void> {
  await sql`SELECT enqueue_next_run(${id}, ${JSON.stringify(payload)})`.execute(db);
}

/**
 * Makes a scheduled job over a list: a run begins at the start, or after the last entry of a run without time, which
 * its payload names.
 *
 * @param entry the schema of an entry in the payload
 */
export function resumableJob<Entry>(
  id: ScheduledJobId,
  { db, entry }: { readonly db: Kysely<DB>; readonly entry: z.ZodType<Entry> },
  run: (section: RunSection<Entry>) => Promise<void>,
): Job {
  const payload = z.object({ after: entry.optional() });
  return job({ id, payload }, ({ after }) => run({ after, goOn: (last) => enqueueNextRun(db, id, { after: last }) }));
}
