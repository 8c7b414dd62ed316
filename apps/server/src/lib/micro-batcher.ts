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

/** An entry and the promise that its caller holds. */
type Waiting<Entry, Answer> = {
  readonly entry: Entry;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** What tells entries apart: those of different groups never share a batch, nor do two of one payer. */
type EntrySorting<Entry> = {
  readonly groupOf: (entry: Entry) => unknown;
  readonly payerOf: (entry: Entry) => unknown;
};

/** The entries that wait, in the order of their arrival, and the payers who are in flight. */
class EntryQueue<Entry, Answer> {
  readonly #groupOf: (entry: Entry) => unknown;
  readonly #payerOf: (entry: Entry) => unknown;
  readonly #busyPayers = new Set<unknown>();
  #waiting: Waiting<Entry, Answer>[] = [];

  constructor({ groupOf, payerOf }: EntrySorting<Entry>) {
    this.#groupOf = groupOf;
    this.#payerOf = payerOf;
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(waiting: Waiting<Entry, Answer>): void {
    this.#waiting.push(waiting);
  }

  /**
   * Takes the next batch: up to `max` entries of one group, each of another payer and none of a payer in flight. Those
   * passed over keep their place.
   */
  take(max: number): Waiting<Entry, Answer>[] {
    const batch: Waiting<Entry, Answer>[] = [];
    const passedOver: Waiting<Entry, Answer>[] = [];
    let group: unknown;
    let position = 0;
    for (; position < this.#waiting.length && batch.length < max; position += 1) {
      const waiting = this.#waiting[position] as Waiting<Entry, Answer>;
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

  /** The payers of an answered batch may be in the next one. */
  release(batch: readonly Waiting<Entry, Answer>[]): void {
    for (const { entry } of batch) this.#busyPayers.delete(this.#payerOf(entry));
  }
}

/** Where a batcher gets its time and its turns from, so that a simulation can be its whole world. */
export type Timing = {
  /** A clock that never goes back. */
  nowMs(): number;
  pause(durationMs: number): Promise<void>;
  /** Calls back after everything that is at hand by now. */
  soon(run: () => void): void;
};

const systemTiming: Timing = {
  nowMs: () => performance.now(),
  pause: (durationMs) =>
    new Promise((resolve) => {
      setTimeout(resolve, durationMs);
    }),
  soon: (run) => void setImmediate(run),
};

/** How a failed write is to be understood; it decides whether the same entries are written again. */
export type WriteFailure =
  /** The connection went away: the batch may or may not be durable. Writing it again answers, by its keys. */
  | 'outcome-unknown'
  /** Nothing was written and trying again may help: a deadlock, a lock not had in time. */
  | 'transient'
  /** Nothing was written and the same batch would fail again: one of its entries is at fault. */
  | 'poisoned';

type BatchWriting<Entry, Answer> = {
  /** Writes entries that share a group and have distinct payers, in one commit; answers by position. Must be idempotent. */
  readonly write: (entries: readonly Entry[], writer: number) => Promise<readonly Answer[]>;
  readonly classify: (error: unknown) => WriteFailure;
  /** How long a batch, or what was halved from it, is tried again before its entries fail. */
  readonly retryForMs: number;
  readonly onBatch?: (entries: number, durationMs: number) => void;
};

const firstPauseMs = 20;
const longestPauseMs = 500;

/**
 * Writes a batch and answers each of its entries. It never rejects: whatever happens is told to the entries' callers.
 *
 * A batch whose outcome is unknown, or that failed because of others, is written again as it was. One that would fail
 * again is halved until the entry at fault stands alone, and the innocent ones are written.
 */
function writeBatch<Entry, Answer>(
  batch: readonly Waiting<Entry, Answer>[],
  writer: number,
  writing: BatchWriting<Entry, Answer>,
  timing: Timing,
): Promise<void> {
  const giveUpAtMs = timing.nowMs() + writing.retryForMs;
  return tryUntil(giveUpAtMs, batch);

  async function tryUntil(deadlineMs: number, some: readonly Waiting<Entry, Answer>[]): Promise<void> {
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
        if (failure === 'poisoned' || timing.nowMs() + pauseMs > deadlineMs) {
          for (const waiting of some) waiting.reject(error);
          return;
        }
        await timing.pause(pauseMs);
      }
    }
  }
}

async function writeOnce<Entry, Answer>(
  batch: readonly Waiting<Entry, Answer>[],
  writer: number,
  { write, onBatch }: BatchWriting<Entry, Answer>,
  timing: Timing,
): Promise<void> {
  const startedMs = timing.nowMs();
  const answers = await write(
    batch.map((waiting) => waiting.entry),
    writer,
  );
  if (answers.length !== batch.length) throw new Error(`Wrote ${batch.length} entries, got ${answers.length} answers`);
  onBatch?.(batch.length, timing.nowMs() - startedMs);
  batch.forEach((waiting, position) => waiting.resolve(answers[position] as Answer));
}
