import { timeForARun } from './time-for-a-run.ts';

/** One run's part of the way through a list that may take several. */
export type Stretch<Entry> = {
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
export async function goThrough<Entry>(
  { list, settle, onFailure }: Work<Entry>,
  { most = mostAtOnce, after, hasTime = timeForARun(), goOn }: Stretch<Entry>,
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
