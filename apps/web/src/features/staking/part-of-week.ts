/** A fan's part of all weights, from 0 to 1. */
export function partOf(weight: string, totalWeight: string): number {
  // Weights beyond 2^53 are too long for exact numbers, and a part is shown in tenths of a percent.
  return totalWeight === '0' ? 0 : Number(weight) / Number(totalWeight);
}
