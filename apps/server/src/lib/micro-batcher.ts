export type MicroBatcherOptions<Entry, Answer> = EntrySorting<Entry> &
  BatchWriting<Entry, Answer> & {
    /** Concurrent batches, one per database connection. */
    readonly writers: number;
    readonly batchMax: number;
    /** Maximum number of waiting entries. */
    readonly queueMax: number;
    readonly timing: BatchTiming;
  };

export type MicroBatcher<Entry, Answer> = {
  /**
   * Resolves when the entry is durable. Rejects with QueueFull when too many wait, else with the error of the write.
   */
  submit(entry: Entry): Promise<Answer>;
  /** Entries waiting or in flight. */
  readonly pending: number;
  /** Resolves when all accepted entries have an answer; new entries are still accepted. */
  drain(): Promise<void>;
};

/** The queue is full. Nothing was written, so a retry is safe. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * Writes many small entries in few commits, such as votes in a storm. A batch starts as soon as a writer is idle and takes
 * all waiting entries, so it grows with the load; a timer would add latency and no throughput.
 * Guarantees for a `write` that is one commit and idempotent, however its connection fails:
 * - An entry is answered once, with the answer of `write`, and so never before it is durable.
 * - A failed entry may still be durable: its caller repeats it with the same key and gets the outcome.
 * - Entries of one batch share a group and have distinct payers; a payer is in one batch at a time. Entries of one payer
 *   and group are first written in order of arrival.
 * - One invalid entry fails alone. A batch with unknown outcome is written again unchanged.
 * - At most `queueMax` entries wait, and at most `writers` batches of `batchMax` are in flight; refused entries were never
 *   written. Nothing else is kept in memory.
 * - Every accepted entry is answered by the end of the last attempt within `retryForMs`.
 */
export function createMicroBatcher<Entry, Answer>(
  options: MicroBatcherOptions<Entry, Answer>,
): MicroBatcher<Entry, Answer> {
  const { timing } = options;
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

  /** Writes soon, so that entries of one event loop turn share the first batch. */
  function pumpSoon(): void {
    if (isPumping) return;
    isPumping = true;
    if (timing.soon) timing.soon(pump);
    else setImmediate(pump);
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

/** An entry and its caller's promise. */
type WaitingEntry<Entry, Answer> = {
  readonly entry: Entry;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** Entries of different groups, and two entries of one payer, never share a batch. */
type EntrySorting<Entry> = {
  readonly groupOf: (entry: Entry) => unknown;
  readonly payerOf: (entry: Entry) => unknown;
};

/** The waiting entries in order of arrival, and the payers in flight. */
class EntryQueue<Entry, Answer> {
  readonly #groupOf: (entry: Entry) => unknown;
  readonly #payerOf: (entry: Entry) => unknown;
  readonly #busyPayers = new Set<unknown>();
  #waiting: WaitingEntry<Entry, Answer>[] = [];

  constructor({ groupOf, payerOf }: EntrySorting<Entry>) {
    this.#groupOf = groupOf;
    this.#payerOf = payerOf;
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(waiting: WaitingEntry<Entry, Answer>): void {
    this.#waiting.push(waiting);
  }

  /**
   * Takes up to `max` entries of one group with distinct payers that are not in flight. Skipped entries keep their
   * place.
   */
  take(max: number): WaitingEntry<Entry, Answer>[] {
    const batch: WaitingEntry<Entry, Answer>[] = [];
    const passedOver: WaitingEntry<Entry, Answer>[] = [];
    let group: unknown;
    let position = 0;
    for (; position < this.#waiting.length && batch.length < max; position += 1) {
      const waiting = this.#waiting[position] as WaitingEntry<Entry, Answer>;
      const payer = this.#payerOf(waiting.entry);
      const isOfGroup = batch.length === 0 || this.#groupOf(waiting.entry) === group;
      if (!isOfGroup || this.#busyPayers.has(payer)) {
        passedOver.push(waiting);
        continue;
      }
      if (batch.length === 0) group = this.#groupOf(waiting.entry);
      this.#busyPayers.add(payer);
      batch.push(waiting);
    }
    if (position > 0) this.#waiting = [...passedOver, ...this.#waiting.slice(position)];
    return batch;
  }

  /** Allows an answered batch's payers in the next batch. */
  release(batch: readonly WaitingEntry<Entry, Answer>[]): void {
    for (const { entry } of batch) this.#busyPayers.delete(this.#payerOf(entry));
  }
}

/** The batcher's clock and scheduler, which a simulation replaces. */
export type BatchTiming = {
  /** Reads a monotonic clock. */
  monotonicMs(): number;
  sleep(durationMs: number): Promise<void>;
  /** Calls back after all pending work of this turn, which by default the event loop decides. */
  soon?(run: () => void): void;
};

/** The kind of a failed write, which decides about retries. */
export type WriteFailure =
  /** The connection was lost: the batch may be durable. A retry is safe, because keys make it idempotent. */
  | 'outcome-unknown'
  /** Nothing was written and a retry may succeed: a deadlock, a lock time-out. */
  | 'transient'
  /** Nothing was written and a retry fails again: one entry is invalid. */
  | 'poisoned';

type BatchWriting<Entry, Answer> = {
  /** Writes entries of one group with distinct payers in one commit; answers by position. Must be idempotent. */
  readonly write: (entries: readonly Entry[], writer: number) => Promise<readonly Answer[]>;
  readonly classify: (error: unknown) => WriteFailure;
  /** How long a batch, or a part of it, is retried before its entries fail. */
  readonly retryForMs: number;
  readonly onBatch?: (entries: number, durationMs: number) => void;
};

const firstPauseMs = 20;
const longestPauseMs = 500;

/**
 * Writes a batch and settles each entry; it never rejects. Unknown and transient failures repeat the same batch; a
 * poisoned batch is halved until the invalid entry is alone.
 */
function writeBatch<Entry, Answer>(
  batch: readonly WaitingEntry<Entry, Answer>[],
  writer: number,
  writing: BatchWriting<Entry, Answer>,
  timing: BatchTiming,
): Promise<void> {
  const giveUpAtMs = timing.monotonicMs() + writing.retryForMs;
  return tryUntil(giveUpAtMs, batch);

  async function tryUntil(deadlineMs: number, some: readonly WaitingEntry<Entry, Answer>[]): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await writeOnce(some, writer, writing, timing);
        return;
      } catch (error) {
        const failure = writing.classify(error);
        if (failure === 'poisoned' && some.length > 1) {
          const middle = Math.ceil(some.length / 2);
          await tryUntil(deadlineMs, some.slice(0, middle));
          await tryUntil(deadlineMs, some.slice(middle));
          return;
        }
        if (failure === 'poisoned' || timing.monotonicMs() + pauseMs > deadlineMs) {
          for (const waiting of some) waiting.reject(error);
          return;
        }
        await timing.sleep(pauseMs);
      }
    }
  }
}

async function writeOnce<Entry, Answer>(
  batch: readonly WaitingEntry<Entry, Answer>[],
  writer: number,
  { write, onBatch }: BatchWriting<Entry, Answer>,
  timing: BatchTiming,
): Promise<void> {
  const startedMs = timing.monotonicMs();
  const answers = await write(
    batch.map((waiting) => waiting.entry),
    writer,
  );
  if (answers.length !== batch.length) throw new Error(`Wrote ${batch.length} entries, got ${answers.length} answers`);
  onBatch?.(batch.length, timing.monotonicMs() - startedMs);
  batch.forEach((waiting, position) => waiting.resolve(answers[position] as Answer));
}
