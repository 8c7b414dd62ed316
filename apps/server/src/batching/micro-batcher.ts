import { EntryQueue, type EntrySorting } from './entry-queue.ts';
import { systemTiming, type Timing } from './timing.ts';
import { type BatchWriting, writeBatch } from './write-batch.ts';

export type MicroBatcherOptions<Entry, Answer> = EntrySorting<Entry> &
  BatchWriting<Entry, Answer> & {
    /** How many batches are in flight at once, one a database connection. */
    readonly writers: number;
    readonly batchMax: number;
    /** Entries that wait at most; one more is refused. */
    readonly queueMax: number;
    /** The system's, when left out. */
    readonly timing?: Timing;
  };

export type MicroBatcher<Entry, Answer> = {
  /**
   * Resolves when the entry is durable. Rejects with QueueFull when too many wait, else with the error of the write.
   */
  submit(entry: Entry): Promise<Answer>;
  /** Entries waiting or in flight. */
  readonly pending: number;
  /** Resolves when every entry that was taken has its answer; entries submitted later are still taken. */
  drain(): Promise<void>;
};

/** Too many entries wait already. Nothing was written, so the caller may come again. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * Writes many small entries in few commits: votes, and whatever else comes in storms. A batch leaves as soon as a writer is
 * idle and takes all that wait by then, so it grows with the load by itself; there is no timer, because waiting would add
 * latency and no throughput.
 *
 * What it promises of a `write` that is one commit and idempotent, however the connection to it fails:
 *
 * - An entry is answered once, with what `write` answered for it, and so never before it is durable.
 * - An entry that fails may be durable all the same: its caller sends it again with the same key, and is told what counts.
 * - Entries of one batch share a group and have distinct payers; a payer is in one batch at a time. Entries of one payer
 *   and group are first written in the order in which they came.
 * - One entry at fault fails alone. A batch of which nobody knows whether it was written is written again as it was.
 * - No more than `queueMax` entries wait and no more than `writers` batches of `batchMax` are in flight; what is refused
 *   was never written. Nothing else is kept in memory.
 * - Whatever was taken is answered at the latest when `retryForMs` is over and the last attempt has ended.
 */
export function createMicroBatcher<Entry, Answer>(
  options: MicroBatcherOptions<Entry, Answer>,
): MicroBatcher<Entry, Answer> {
  const timing = options.timing ?? systemTiming;
  const queue = new EntryQueue<Entry, Answer>(options);
  const idleWriters = Array.from({ length: options.writers }, (_, writer) => writer);
  let inFlight = 0;
  let isPumping = false;
  let onDrained: (() => void)[] = [];

  function pump(): void {
    isPumping = false;
    while (idleWriters.length > 0) {
      const batch = queue.take(options.batchMax);
      if (batch.length === 0) break;
      const writer = idleWriters.pop() as number;
      inFlight += batch.length;
      void writeBatch(batch, writer, options, timing).finally(() => {
        inFlight -= batch.length;
        queue.release(batch);
        idleWriters.push(writer);
        pump();
      });
    }
    if (queue.size === 0 && inFlight === 0) {
      for (const resolve of onDrained) resolve();
      onDrained = [];
    }
  }

  /** Requests of one turn of the event loop come together before the first batch leaves. */
  function pumpSoon(): void {
    if (isPumping) return;
    isPumping = true;
    timing.soon(pump);
  }

  return {
    submit(entry) {
      if (queue.size >= options.queueMax) return Promise.reject(new QueueFull());
      return new Promise((resolve, reject) => {
        queue.add({ entry, resolve, reject });
        pumpSoon();
      });
    },
    get pending() {
      return queue.size + inFlight;
    },
    drain() {
      if (queue.size === 0 && inFlight === 0) return Promise.resolve();
      return new Promise((resolve) => {
        onDrained.push(resolve);
      });
    },
  };
}
