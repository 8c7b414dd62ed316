/** What came back on the fifth of a month lives for 30 days, and so until the end of the next month. */
export const graceMonths = 1;

/** An amount of a lot that ends with a month. */
export type Part = { readonly month: number; readonly amount: number };

/** The promise of the ledger's lots: only credits are remembered, and later credits outlast a month. */
export class LazyLots {
  readonly #credited = new Map<number, number>();
  balance = 0;
  held = 0;

  get free(): number {
    return this.balance - this.held;
  }

  get credited(): number {
    return this.#later(-1);
  }

  credit(amount: number, month: number): void {
    this.balance += amount;
    this.#add(amount, month);
  }

  spend(amount: number): void {
    this.balance -= amount;
  }

  hold(amount: number): void {
    this.held += amount;
  }

  refund(amount: number, now: number): void {
    this.balance += amount;
    this.#keepAlive(amount, now);
  }

  release(amount: number, now: number): void {
    this.held -= amount;
    this.#keepAlive(amount, now);
  }

  /** Gives an amount with the soonest lots. */
  give(amount: number): Part[] {
    const parts: Part[] = [];
    let sooner = 0;
    for (const month of [...this.#credited.keys()].toSorted((one, other) => one - other)) {
      const due = Math.min(amount, this.due(month));
      if (due > sooner) parts.push({ month, amount: due - sooner });
      sooner = Math.max(sooner, due);
    }
    this.balance -= amount;
    return parts;
  }

  /** Returns what would expire with a month. */
  due(month: number): number {
    return Math.max(0, this.free - this.#later(month));
  }

  /** Returns what expires with a month and those before it. */
  sweep(month: number): number {
    const due = this.due(month);
    this.balance -= due;
    for (const end of this.#credited.keys()) if (end <= month) this.#credited.delete(end);
    return due;
  }

  #later(month: number): number {
    let sum = 0;
    for (const [end, amount] of this.#credited) if (end > month) sum += amount;
    return sum;
  }

  #add(amount: number, month: number): void {
    this.#credited.set(month, (this.#credited.get(month) ?? 0) + amount);
  }

  #keepAlive(amount: number, now: number): void {
    const soon = Math.min(amount, this.due(now + graceMonths - 1));
    if (soon > 0) this.#add(soon, now + graceMonths);
  }
}

/** Strict bookkeeping: every spend takes the soonest lots, and a refund returns the same ones. */
export class StrictLots {
  #lots: { month: number; amount: number }[] = [];
  #held = 0;

  get free(): number {
    return this.#lots.reduce((sum, { amount }) => sum + amount, 0);
  }

  get balance(): number {
    return this.free + this.#held;
  }

  credit(amount: number, month: number): void {
    this.#lots.push({ month, amount });
  }

  spend(amount: number): Part[] {
    const parts: Part[] = [];
    let missing = amount;
    for (const lot of this.#lots.toSorted((one, other) => one.month - other.month)) {
      const taken = Math.min(lot.amount, missing);
      if (taken > 0) parts.push({ month: lot.month, amount: taken });
      lot.amount -= taken;
      missing -= taken;
    }
    this.#lots = this.#lots.filter(({ amount: left }) => left > 0);
    return parts;
  }

  hold(amount: number): Part[] {
    this.#held += amount;
    return this.spend(amount);
  }

  /** Returns taken lots; those that have ended since live on for the grace. */
  refund(parts: readonly Part[], now: number): void {
    for (const { month, amount } of parts) this.credit(amount, month < now ? now + graceMonths : month);
  }

  release(parts: readonly Part[], now: number): void {
    for (const { amount } of parts) this.#held -= amount;
    this.refund(parts, now);
  }

  sweep(month: number): number {
    const ended = this.#lots.filter((lot) => lot.month <= month).reduce((sum, { amount }) => sum + amount, 0);
    this.#lots = this.#lots.filter((lot) => lot.month > month);
    return ended;
  }
}
