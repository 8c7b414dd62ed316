/** An asset as the model knows it; only votes have daily limits. */
export type ModelAsset = 'POINT' | 'TICKET' | 'VOTE';

export type ModelLeg = {
  readonly fan: number;
  readonly asset: ModelAsset;
  readonly direction: 'pays' | 'receives';
  readonly amount: number;
  /** Whether it is a gift from fan to fan: it comes out of the sink that the other fan paid it into. */
  readonly isGift?: boolean;
};

export type ModelVote = {
  readonly fan: number;
  readonly idol: number;
  readonly num: number;
  readonly key: string;
  readonly day: number;
  /** Whether the fan's account is younger than it must be. */
  readonly isTooYoung: boolean;
  /** Whether it is set aside. */
  readonly isFlagged: boolean;
};

export type ModelDecision = {
  readonly fan: number;
  readonly key: string;
  readonly verdict: 'released' | 'voided';
};

export type ModelStand = { readonly idol: number; readonly isWithdrawn: boolean };

export type DecisionResult = 'decided' | 'decidedBefore' | 'decidedOtherwise' | 'notInQuarantine';

export type ModelLimits = {
  readonly freePerDay: number;
  readonly dailyCap: number;
  readonly paidShareMaxPercent: number;
  /** How many votes a fan may cast in each stretch near the end; one begins with each day from the second on. */
  readonly endingCaps: readonly number[];
};

export type PostResult = {
  readonly result: 'posted' | 'repeat' | 'tooFew' | 'keyReused';
  readonly balances: readonly number[];
};

export type VoteResult = {
  readonly verdict:
    | 'cast'
    | 'repeat'
    | 'tooFew'
    | 'keyReused'
    | 'overCap'
    | 'tooYoung'
    | 'overPaidShare'
    | 'overEndingLimit'
    | 'withdrawn';
  /** What `ledger.cast_vote_batch` answers as the balance for that verdict; nothing where it promises none. */
  readonly balance: number | null;
  /** Whether the vote that counts was set aside when it was cast; nothing where none was cast. */
  readonly isFlagged: boolean | undefined;
};

type Written = { readonly content: string; readonly balanceAfter: number };
type Cast = {
  readonly idol: number;
  readonly num: number;
  state: 'counted' | 'quarantined' | 'released' | 'voided';
  wasFlagged: boolean;
};
type Day = { day: number; votes: number; free: number };
type Stretch = { step: number; votes: number };

/**
 * What the ledger promises, in the plainest words: maps and additions, no concurrency, no storage. The property test
 * compares the SQL functions with it.
 */
export class LedgerModel {
  readonly balances = new Map<string, number>();
  readonly tallies = new Map<number, number>();
  readonly #cast = new Map<string, Cast>();
  readonly #written = new Map<string, Written>();
  readonly #days = new Map<number, Day>();
  readonly #stretches = new Map<number, Stretch>();
  readonly #withdrawn = new Set<number>();
  readonly #limits: ModelLimits;

  constructor(limits: ModelLimits) {
    this.#limits = limits;
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
      return { result: 'tooFew', balances: legs.map((leg) => this.balance(leg.fan, leg.asset)) };
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

  /** Withdraws or reinstates an idol. */
  stand({ idol, isWithdrawn }: ModelStand): void {
    if (isWithdrawn) this.#withdrawn.add(idol);
    else this.#withdrawn.delete(idol);
  }

  vote({ fan, idol, num, key, day, isTooYoung, isFlagged }: ModelVote): VoteResult {
    const earlier = this.#written.get(`vote ${fan} ${key}`);
    if (earlier) {
      const verdict = earlier.content === `${idol} ${num}` ? 'repeat' : 'keyReused';
      return { verdict, balance: earlier.balanceAfter, isFlagged: this.#cast.get(`${fan} ${key}`)?.wasFlagged };
    }
    const refused = { isFlagged: undefined };
    if (this.#withdrawn.has(idol)) return { verdict: 'withdrawn', balance: null, ...refused };
    const known = this.#days.get(fan);
    const today = known && known.day >= day ? known : { day, votes: 0, free: 0 };
    const { freePerDay, dailyCap, endingCaps } = this.#limits;
    const freeLeft = freePerDay - today.free;
    const free = Math.min(num, freeLeft);
    const available = this.balance(fan, 'VOTE');
    const latest = this.#stretches.get(fan);
    const stretch = latest && latest.step >= day ? latest : { step: day, votes: 0 };
    const endingLeft = (endingCaps[stretch.step - 1] ?? Number.POSITIVE_INFINITY) - stretch.votes;
    const shareLeft = this.#mostByShare(today, freeLeft);
    const most = Math.min(dailyCap - today.votes, endingLeft, shareLeft);
    if (isTooYoung) return { verdict: 'tooYoung', balance: null, ...refused };
    if (today.votes + num > dailyCap) return { verdict: 'overCap', balance: most, ...refused };
    if (num > endingLeft) return { verdict: 'overEndingLimit', balance: most, ...refused };
    if (num > shareLeft) return { verdict: 'overPaidShare', balance: most, ...refused };
    if (num - free > available) return { verdict: 'tooFew', balance: available + freeLeft, ...refused };
    const after = available - (num - free);
    this.balances.set(`${fan} VOTE`, after);
    this.#days.set(fan, { day: today.day, votes: today.votes + num, free: today.free + free });
    this.#stretches.set(fan, { step: stretch.step, votes: stretch.votes + num });
    if (!isFlagged) this.tallies.set(idol, (this.tallies.get(idol) ?? 0) + num);
    const state = isFlagged ? 'quarantined' : 'counted';
    this.#cast.set(`${fan} ${key}`, { idol, num, state, wasFlagged: isFlagged });
    this.#written.set(`vote ${fan} ${key}`, { content: `${idol} ${num}`, balanceAfter: after });
    return { verdict: 'cast', balance: after, isFlagged };
  }

  decide({ fan, key, verdict }: ModelDecision): DecisionResult {
    const vote = this.#cast.get(`${fan} ${key}`);
    if (!vote?.wasFlagged) return 'notInQuarantine';
    if (vote.state !== 'quarantined') return vote.state === verdict ? 'decidedBefore' : 'decidedOtherwise';
    vote.state = verdict;
    if (verdict === 'released') this.tallies.set(vote.idol, (this.tallies.get(vote.idol) ?? 0) + vote.num);
    return 'decided';
  }

  /** Counts the votes for an idol in a state. */
  votesIn(idol: number, state: Cast['state']): number {
    let votes = 0;
    for (const vote of this.#cast.values()) if (vote.idol === idol && vote.state === state) votes += vote.num;
    return votes;
  }

  /** Finds by trial the most votes after which paid ones have no larger share of the day. */
  #mostByShare({ votes, free }: Day, freeLeft: number): number {
    let most = freeLeft;
    const paidAfter = (num: number) => votes + num - free - freeLeft;
    while (100 * paidAfter(most + 1) <= this.#limits.paidShareMaxPercent * (votes + most + 1)) most += 1;
    return most;
  }
}

function contentOf(leg: ModelLeg, position: number): string {
  return `${position} ${leg.direction} ${leg.amount} ${leg.isGift ? 'gift' : ''}`;
}
