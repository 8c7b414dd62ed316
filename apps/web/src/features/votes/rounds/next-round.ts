import type { RoundTimes } from '../voting-phase.ts';

/**
 * The round that follows the latest one that is over at `nowMs`, also in the very second in which it opens; undefined
 * before any has ended, and after the last.
 */
export function nextRound(rounds: readonly RoundTimes[], nowMs: number): RoundTimes | undefined {
  const over = rounds.findLastIndex(({ closesAt }) => Date.parse(closesAt) <= nowMs);
  return over === -1 ? undefined : rounds[over + 1];
}
