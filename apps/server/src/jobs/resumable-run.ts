import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';

/** One run's part of the way through a list that may take several. */
export type RunSection<Entry> = {
  /** How many are looked up at once. */
  readonly most?: number;
  /** The last that the run before came to; nothing to begin at the head of the list. */
  readonly after?: Entry | undefined;
  /** Whether the run may begin with one thing more. */
  readonly hasTime?: () => boolean;
  /** Has another run go on behind an entry at once; without it the rest waits for the next run. */
  readonly goOn?: (after: Entry) => Promise<void>;
};

/** A list, and what is done with each of its entries. */
type Work<Entry> = {
  /** The next entries behind one, in their order; nothing to begin. */
  readonly list: (after: Entry | undefined, most: number) => Promise<readonly Entry[]>;
  readonly settle: (entry: Entry) => Promise<unknown>;
  /** Receives what failed at once. */
  readonly onFailure: (error: unknown, entry: Entry) => void;
};

const mostAtOnce = 500;

/**
 * Settles entry after entry until the list ends or the time is up, at least one. One that fails holds up no other, neither
 * in this run nor, where it goes on, in the next: that begins behind it.
 *
 * @returns what failed
 */
export async function processInBatches<Entry>(
  { list, settle, onFailure }: Work<Entry>,
  { most = mostAtOnce, after, hasTime = startTimeBudget(), goOn }: RunSection<Entry>,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  let batch = await list(after, most);
  while (batch.length > 0) {
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
    batch = await list(batch.at(-1), most);
  }
  return failures;
}

/** How long a run of a scheduled job goes on beginning with more, so that others of the few slots get their turn. */
const mostMs = 20_000;

/** Whether a run that began with this call may begin with one thing more; with what it leaves the next run goes on. */
export function startTimeBudget(): () => boolean {
  const endsAtMs = performance.now() + mostMs;
  return () => performance.now() < endsAtMs;
}

/**
 * Where a run of a scheduled job begins, by its payload: at the head of its list, or behind the entry with which a run before
 * it had no time left. Such a run has the next one queued under the job's own queue and key, so that they never overlap.
 *
 * @param entry what the payload holds of an entry, which is plain JSON there
 */
export function runSectionOf<Entry>(
  { db, name, entry }: { readonly db: Kysely<DB>; readonly name: string; readonly entry: z.ZodType<Entry> },
  payload: unknown,
): RunSection<Entry> {
  // A schedule's own payload says nothing of an entry.
  const { after } = z.object({ after: entry.optional() }).parse(payload ?? {});
  return {
    after,
    async goOn(last) {
      await sql`SELECT enqueue_next_run(${name}, ${JSON.stringify({ after: last })})`.execute(db);
    },
  };
}
