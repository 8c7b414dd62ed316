/** An asset as the model knows it; only votes have daily limits. */
export type ModelAsset = 'POINT' | 'TICKET' | 'VOTE';

export type ModelLeg = {
  readonly fan: number;
  readonly asset: ModelAsset;
  readonly direction: 'pays' | 'receives';
  readonly amount: number;
};

export type ModelVote = {
  readonly fan: number;
  readonly idol: number;
  readonly num: number;
  readonly key: string;
  readonly day: number;
};

export type PostResult = {
  readonly result: 'posted' | 'repeat' | 'insufficient' | 'keyReused';
  readonly balances: readonly number[];
};

export type VoteResult = {
  readonly verdict: 'cast' | 'repeat' | 'insufficient' | 'keyReused' | 'overCap';
  /** What `ledger.cast_votes` answers as the balance for that verdict; nothing where it promises none. */
  readonly balance: number | undefined;
};

type Written = { readonly content: string; readonly balanceAfter: number };
type Day = { day: number; votes: number; free: number };

/**
 * What the ledger promises, in the plainest words: maps and additions, no concurrency, no storage. The property test
 * compares the SQL functions with it.
 */
export class LedgerModel {
  readonly balances = new Map<string, number>();
  readonly tallies = new Map<number, number>();
  readonly #written = new Map<string, Written>();
  readonly #days = new Map<number, Day>();
  readonly #freePerDay: number;
  readonly #dailyCap: number;

  constructor({ freePerDay, dailyCap }: { freePerDay: number; dailyCap: number }) {
    this.#freePerDay = freePerDay;
    this.#dailyCap = dailyCap;
  }

  balance(fan: number, asset: ModelAsset): number {
    return this.balances.get(`${fan} ${asset}`) ?? 0;
  }

  post(key: string, legs: readonly ModelLeg[]): PostResult {
    const earlier = legs.map((leg) => this.#written.get(`post ${leg.fan} ${leg.asset} ${key}`));
    if (earlier.some(Boolean)) {
      const isRepeat = legs.every((leg, position) => earlier[position]?.content === contentOf(leg, position));
      return { result: isRepeat ? 'repeat' : 'keyReused', balances: earlier.map((one) => one?.balanceAfter ?? NaN) };
    }
    if (legs.some((leg) => leg.direction === 'pays' && leg.amount > this.balance(leg.fan, leg.asset))) {
      return { result: 'insufficient', balances: legs.map((leg) => this.balance(leg.fan, leg.asset)) };
    }
    const balances = legs.map((leg, position) => {
      const after = this.balance(leg.fan, leg.asset) + (leg.direction === 'pays' ? -leg.amount : leg.amount);
      this.balances.set(`${leg.fan} ${leg.asset}`, after);
      this.#written.set(`post ${leg.fan} ${leg.asset} ${key}`, {
        content: contentOf(leg, position),
        balanceAfter: after,
      });
      return after;
    });
    return { result: 'posted', balances };
  }

  vote({ fan, idol, num, key, day }: ModelVote): VoteResult {
    const earlier = this.#written.get(`vote ${fan} ${key}`);
    if (earlier) {
      return { verdict: earlier.content === `${idol} ${num}` ? 'repeat' : 'keyReused', balance: earlier.balanceAfter };
    }
    const known = this.#days.get(fan);
    const today = known && known.day >= day ? known : { day, votes: 0, free: 0 };
    const freeLeft = this.#freePerDay - today.free;
    const free = Math.min(num, freeLeft);
    const available = this.balance(fan, 'VOTE');
    if (today.votes + num > this.#dailyCap) return { verdict: 'overCap', balance: this.#dailyCap - today.votes };
    if (num - free > available) return { verdict: 'insufficient', balance: available + freeLeft };
    const after = available - (num - free);
    this.balances.set(`${fan} VOTE`, after);
    this.#days.set(fan, { day: today.day, votes: today.votes + num, free: today.free + free });
    this.tallies.set(idol, (this.tallies.get(idol) ?? 0) + num);
    this.#written.set(`vote ${fan} ${key}`, { content: `${idol} ${num}`, balanceAfter: after });
    return { verdict: 'cast', balance: after };
  }
}

function contentOf(leg: ModelLeg, position: number): string {
  return `${position} ${leg.direction} ${leg.amount}`;
}
