/** One sending of an entry to a batcher. A caller who sends again does so with the same key and another number. */
export type Entry = {
  readonly submission: number;
  readonly key: string;
  readonly payer: number;
  readonly group: number;
  readonly amount: number;
  /** The database will never take it. */
  readonly isPoison: boolean;
};

export type Answer = {
  readonly key: string;
  readonly verdict: 'counted' | 'repeat' | 'insufficient';
  /** The position in the ledger; 0 when absent. */
  readonly place: number;
  readonly balance: number;
};

/** What a database says when it has rolled back. */
export class Rollback extends Error {
  readonly failure: 'poisoned' | 'transient';

  constructor(failure: 'poisoned' | 'transient') {
    super(failure);
    this.failure = failure;
  }
}

type LedgerRow = { readonly key: string; readonly payer: number; readonly amount: number; readonly balance: number };

/** The simplest ledger: its `rows` are durable, and a known key gets its first answer. */
export class ModelLedger {
  readonly rows: LedgerRow[] = [];
  readonly #places = new Map<string, number>();
  readonly #balances = new Map<number, number>();
  readonly #granted: number;

  /** @param granted what each payer has at first. */
  constructor(granted: number) {
    this.#granted = granted;
  }

  /** Writes a batch whole or not at all. Throws Rollback. */
  commit(entries: readonly Entry[]): Answer[] {
    if (entries.some((entry) => entry.isPoison)) throw new Rollback('poisoned');
    return entries.map((entry) => this.#write(entry));
  }

  /** Returns the expected answer for a key that is durable. */
  told(key: string): Omit<Answer, 'verdict'> | undefined {
    const place = this.#places.get(key);
    const row = place === undefined ? undefined : this.rows[place - 1];
    return place !== undefined && row ? { key, place, balance: row.balance } : undefined;
  }

  /** Returns what does not add up, in words. */
  broken(): string[] {
    const spent = new Map<number, number>();
    for (const { payer, amount } of this.rows) spent.set(payer, (spent.get(payer) ?? 0) + amount);
    const overspent = [...spent].filter(
      ([payer, sum]) => this.#granted - sum !== this.#balanceOf(payer) || sum > this.#granted,
    );
    const doubled = this.rows.length - new Set(this.rows.map((row) => row.key)).size;
    return [
      ...overspent.map(([payer, sum]) => `payer ${payer} spent ${sum} of ${this.#granted}`),
      ...(doubled > 0 ? [`${doubled} entries were counted twice`] : []),
    ];
  }

  #balanceOf(payer: number): number {
    return this.#balances.get(payer) ?? this.#granted;
  }

  #write({ key, payer, amount }: Entry): Answer {
    const known = this.told(key);
    if (known) return { ...known, verdict: 'repeat' };
    const before = this.#balanceOf(payer);
    if (before < amount) return { key, verdict: 'insufficient', place: 0, balance: before };
    const balance = before - amount;
    this.#balances.set(payer, balance);
    this.rows.push({ key, payer, amount, balance });
    this.#places.set(key, this.rows.length);
    return { key, verdict: 'counted', place: this.rows.length, balance };
  }
}
