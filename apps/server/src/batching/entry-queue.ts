/** An entry and the promise that its caller holds. */
export type Waiting<Entry, Answer> = {
  readonly entry: Entry;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/** What tells entries apart: those of different groups never share a batch, nor do two of one payer. */
export type EntrySorting<Entry> = {
  readonly groupOf: (entry: Entry) => unknown;
  readonly payerOf: (entry: Entry) => unknown;
};

/** The entries that wait, in the order of their arrival, and the payers who are in flight. */
export class EntryQueue<Entry, Answer> {
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
