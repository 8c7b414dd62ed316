/** A pool and the weights of all who share it, in decimal digits. */
type Pool = { readonly pool: number; readonly totalWeight: string };

/** What a number of staked Points weighs; 100 percent counts each Point once. */
export function weightOf(amount: number, factorPercent: number): bigint {
  return BigInt(amount) * BigInt(factorPercent);
}

/**
 * The Points that a fan gets of a pool if they add a weight and nothing else changes, rounded down.
 * @param own - what the fan has in it already, part of `totalWeight`
 */
export function estimatedBonus({ pool, totalWeight }: Pool, own: bigint, added: bigint): number {
  const total = BigInt(totalWeight) + added;
  return total === 0n ? 0 : Number((BigInt(pool) * (own + added)) / total);
}

/** A fan's part of all weights, from 0 to 1. */
export function partOf(weight: string, totalWeight: string): number {
  // Weights beyond 2^53 are too long for exact numbers, and a part is shown in tenths of a percent.
  return totalWeight === '0' ? 0 : Number(weight) / Number(totalWeight);
}
