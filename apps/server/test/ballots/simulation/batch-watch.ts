import type { Entry } from './model-ledger.ts';

export type Bounds = {
  readonly writers: number;
  readonly batchMax: number;
  readonly queueMax: number;
  readonly retryForMs: number;
};

/** Sees every batch that leaves and notes in which a promise of the batcher is broken. */
export class BatchWatch {
  readonly violations: string[] = [];
  /** Sendings that were refused before anything was done with them. */
  readonly refused = new Set<number>();
  readonly #bounds: Bounds;
  readonly #waiting = new Set<number>();
  readonly #firstWrittenMs = new Map<number, number>();
  readonly #latestOf = new Map<string, number>();
  readonly #busyPayers = new Set<number>();
  readonly #busyWriters = new Set<number>();
  readonly #tried = new Set<string>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Records an entry that the batcher has got and not yet handled. */
  submitted({ submission }: Entry): void {
    this.#waiting.add(submission);
  }

  wasRefused({ submission }: Entry): void {
    this.#waiting.delete(submission);
    this.refused.add(submission);
    if (this.#firstWrittenMs.has(submission)) this.#note(`a refused entry was written (${submission})`);
    if (this.waiting < this.#bounds.queueMax) this.#note(`refused with ${this.waiting} waiting`);
  }

  /** Records every batch that is written; returns a callback for its return. */
  leaves(batch: readonly Entry[], writer: number, nowMs: number): () => void {
    const payers = batch.map((entry) => entry.payer);
    // Callers beyond the limit have been refused by now.
    if (this.waiting > this.#bounds.queueMax) this.#note(`${this.waiting} entries wait`);
    if (batch.length === 0 || batch.length > this.#bounds.batchMax) this.#note(`a batch of ${batch.length}`);
    if (new Set(batch.map((entry) => entry.group)).size > 1) this.#note('groups are mixed in a batch');
    if (new Set(payers).size < payers.length) this.#note('a payer is twice in a batch');
    if (payers.some((payer) => this.#busyPayers.has(payer))) this.#note('a payer is in two batches at once');
    if (writer < 0 || writer >= this.#bounds.writers || this.#busyWriters.has(writer))
      this.#note(`writer ${writer} is not free`);
    for (const entry of batch) this.#seeFirst(entry, nowMs);
    this.#seeRepeat(batch, nowMs);
    for (const payer of payers) this.#busyPayers.add(payer);
    this.#busyWriters.add(writer);
    return () => {
      for (const payer of payers) this.#busyPayers.delete(payer);
      this.#busyWriters.delete(writer);
    };
  }

  #seeFirst({ submission, payer, group }: Entry, nowMs: number): void {
    if (this.refused.has(submission)) this.#note(`a refused entry was written (${submission})`);
    this.#waiting.delete(submission);
    if (this.#firstWrittenMs.has(submission)) return;
    this.#firstWrittenMs.set(submission, nowMs);
    const line = `${payer} ${group}`;
    if (submission < (this.#latestOf.get(line) ?? 0)) this.#note(`entry ${submission} was overtaken`);
    this.#latestOf.set(line, submission);
  }

  /** Checks that a batch is not tried again after its time; the halves of one are tried once in any case. */
  #seeRepeat(batch: readonly Entry[], nowMs: number): void {
    const submissions = batch.map((entry) => entry.submission);
    const name = submissions.join();
    const firstMs = Math.min(...submissions.map((submission) => this.#firstWrittenMs.get(submission) ?? nowMs));
    if (this.#tried.has(name) && nowMs > firstMs + this.#bounds.retryForMs) this.#note('tried again after its time');
    this.#tried.add(name);
  }

  #note(violation: string): void {
    this.violations.push(violation);
  }
}
