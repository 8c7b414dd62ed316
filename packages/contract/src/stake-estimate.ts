/** A pool and the weights of all who share it, in decimal digits. */
type StakePool = { readonly pool: number; readonly totalWeight: string };

/** Returns what a number of staked Points weighs; 100 percent counts each Point once. */
export function weightOf(amount: number, factorPercent: number): bigint {
  return BigInt(amount) * BigInt(factorPercent);
}

/** The number of weeks from which a typical one is taken: the newest that were shared out. */
export const typicalWeeks = 4;

/** Returns the median of the weights of all in those weeks; null before the first. */
export function typicalWeight(totalWeights: readonly string[]): bigint | null {
  const sorted = totalWeights.map(BigInt).toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2n;
}

/**
 * Returns the Points that a fan may expect of a pool if they add a weight to their `own`, rounded down: a part of all that
 * is staked, but of no less than in a typical week, because others follow the first. Null while no week is known.
 */
export function estimatedBonus(
  { pool, totalWeight }: StakePool,
  { own, added = 0n, typical }: { own: bigint; added?: bigint; typical: bigint | null },
): number | null {
  if (typical === null) return null;
  const staked = BigInt(totalWeight) + added;
  const total = staked > typical ? staked : typical;
  return total === 0n ? 0 : Number((BigInt(pool) * (own + added)) / total);
}
