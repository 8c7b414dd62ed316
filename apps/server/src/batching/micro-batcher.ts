import { EntryQueue, type EntrySorting } from './entry-queue.ts';
import { type BatchWriting, writeBatch } from './write-batch.ts';

export type MicroBatcherOptions<Entry, Answer> = EntrySorting<Entry> &
  BatchWriting<Entry, Answer> & {
    /** How many batches are in flight at once, one a database connection. */
    readonly writers: number;
    readonly batchMax: number;
    /** Entries that wait at most; one more is refused. */
    readonly queueMax: number;
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
 * Writes many small entries in few commits. A batch leaves as soon as a writer is idle and takes all that wait by then,
 * so it grows with the load by itself; there is no timer, because waiting would add latency and no throughput.
 */
export function createMicroBatcher<Entry, Answer>(
  options: MicroBatcherOptions<Entry, Answer>,
): MicroBatcher<Entry, Answer> {
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
      void writeBatch(batch, writer, options).finally(() => {
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
    setImmediate(pump);
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
