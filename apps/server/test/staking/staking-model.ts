/**
 * The shares of a pool by weights, as the contract describes them: each the floor of its part, and the rest one by one to the
 * largest remainders, of equal ones to the earlier line.
 */
export function sharesOf(pool: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const shares = weights.map((weight) => (pool * weight) / total);
  const rest = Number(pool - shares.reduce((sum, share) => sum + share, 0n));
  const byRemainder = weights
    .map((weight, line) => ({ line, remainder: (pool * weight) % total }))
    .toSorted((one, other) => {
      if (one.remainder === other.remainder) return one.line - other.line;
      return one.remainder > other.remainder ? -1 : 1;
    });
  for (const { line } of byRemainder.slice(0, rest)) shares[line] = (shares[line] ?? 0n) + 1n;
  return shares;
}

type Terms = { readonly periods: number; readonly factor: number };
type Stake = {
  readonly fan: number;
  readonly amount: number;
  readonly weight: number;
  readonly first: number;
  readonly end: number;
};

export type StakingModel = ReturnType<typeof createStakingModel>;

/** Creates staking in a few lines: weeks are numbered, and each shares out the same pool. */
export function createStakingModel({ pool, points, fans }: { pool: number; points: number; fans: number }) {
  const available = Array.from({ length: fans }, () => points);
  const stakes: Stake[] = [];
  /** The shares of each week that is over, by fan. */
  const shares: Map<number, { readonly points: number; isReceived: boolean }>[] = [];

  const add = (fan: number, amount: number) => {
    available[fan] = (available[fan] ?? 0) + amount;
  };

  return {
    available: () => available,
    /** Returns false when it is refused. */
    stake(fan: number, amount: number, { periods, factor }: Terms): boolean {
      if (amount > (available[fan] ?? 0)) return false;
      add(fan, -amount);
      const first = shares.length + 1;
      stakes.push({ fan, amount, weight: amount * factor, first, end: first + periods });
      return true;
    },
    /** Returns the Points, or why there are none. */
    receive(fan: number, weeksAgo: number) {
      const share = shares[shares.length - weeksAgo]?.get(fan);
      if (!share || share.points === 0) return 'STAKING_BONUS_MISSING';
      if (share.isReceived) return 'STAKING_BONUS_RECEIVED';
      share.isReceived = true;
      add(fan, share.points);
      return share.points;
    },
    /** Ends a week. @param lotOf what orders the list of the week */
    passWeek(lotOf: (fan: number) => string): void {
      const week = shares.length;
      const weights = new Map<number, number>();
      for (const { fan, weight, first, end } of stakes) {
        if (first <= week && week < end) weights.set(fan, (weights.get(fan) ?? 0) + weight);
      }
      const lines = [...weights].toSorted(([one], [other]) => (lotOf(one) < lotOf(other) ? -1 : 1));
      const given =
        lines.length > 0
          ? sharesOf(
              BigInt(pool),
              lines.map(([, weight]) => BigInt(weight)),
            )
          : [];
      shares.push(new Map(lines.map(([fan], line) => [fan, { points: Number(given[line]), isReceived: false }])));
      for (const { fan, amount, end } of stakes) if (end === week + 1) add(fan, amount);
    },
  };
}
