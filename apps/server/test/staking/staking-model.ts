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
    .toSorted((one, other) =>
      one.remainder === other.remainder ? one.line - other.line : one.remainder > other.remainder ? -1 : 1,
    );
  for (const { line } of byRemainder.slice(0, rest)) shares[line] = (shares[line] ?? 0n) + 1n;
  return shares;
}
