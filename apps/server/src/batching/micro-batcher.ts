import { EntryQueue, type EntrySorting, type Waiting } from './entry-queue.ts';

/** How a failed write is to be understood; it decides whether the same entries are written again. */
export type WriteFailure =
  /** The connection went away: the batch may or may not be durable. Writing it again answers, by its keys. */
  | 'outcome-unknown'
  /** Nothing was written and trying again may help: a deadlock, a lock not had in time. */
  | 'transient'
  /** Nothing was written and the same batch would fail again: one of its entries is at fault. */
  | 'poisoned';

export type MicroBatcherOptions<Entry, Answer> = EntrySorting<Entry> & {
  /** Writes entries that share a group and have distinct payers, in one commit; answers by position. Must be idempotent. */
  readonly write: (entries: readonly Entry[], writer: number) => Promise<readonly Answer[]>;
  readonly classify: (error: unknown) => WriteFailure;
  /** How many batches are in flight at once, one a database connection. */
  readonly writers: number;
  readonly batchMax: number;
  /** Entries that wait at most; one more is refused. */
  readonly queueMax: number;
  /** How long a batch is tried again before its entries fail. */
  readonly retryForMs: number;
  readonly onBatch?: (entries: number, durationMs: number) => void;
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

const firstPauseMs = 20;
const longestPauseMs = 500;

/**
 * Writes many small entries in few commits. A batch leaves as soon as a writer is idle and takes all that wait by then,
 * so it grows with the load by itself; there is no timer, because waiting would add latency and no throughput.
 */
export function createMicroBatcher<Entry, Answer>(options: MicroBatcherOptions<Entry, Answer>): MicroBatcher<Entry, Answer> {
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
      void writeAndAnswer(batch, writer).finally(() => {
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

  async function writeAndAnswer(batch: readonly Waiting<Entry, Answer>[], writer: number): Promise<void> {
    const giveUpAtMs = performance.now() + options.retryForMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        const startedMs = performance.now();
        const answers = await options.write(batch.map((waiting) => waiting.entry), writer);
        if (answers.length !== batch.length) throw new Error(`Wrote ${batch.length} entries, got ${answers.length} answers`);
        options.onBatch?.(batch.length, performance.now() - startedMs);
        batch.forEach((waiting, position) => waiting.resolve(answers[position] as Answer));
        return;
      } catch (error) {
        const failure = options.classify(error);
        if (failure === 'poisoned' && batch.length > 1) return writeHalves(batch, writer);
        if (failure === 'poisoned' || performance.now() + pauseMs > giveUpAtMs) {
          for (const waiting of batch) waiting.reject(error);
          return;
        }
        await pause(pauseMs);
      }
    }
  }

  /** Halving finds the entry at fault in a few steps, and the innocent ones are written. */
  async function writeHalves(batch: readonly Waiting<Entry, Answer>[], writer: number): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    await writeAndAnswer(batch.slice(0, middle), writer);
    await writeAndAnswer(batch.slice(middle), writer);
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

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
