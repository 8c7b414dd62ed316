const secondMs = 1_000;
const hourMs = 60 * 60 * secondMs;

/** The failure from which on there is a pause, how long the first is, and how long they get by doubling. */
const firstPausedFailure = 5;
const firstPauseMs = 5 * secondMs;
const longestPauseMs = 15 * 60 * secondMs;

/** After this long without a failure the count begins anew. */
export const failuresLapseMs = 24 * hourMs;

/** The pause after so many failures in a row, in milliseconds: 0 for four, then 5, 10, 20 … seconds up to 15 minutes. */
export function pauseAfterMs(failures: number): number {
  if (failures < firstPausedFailure) return 0;
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(30, failures - firstPausedFailure));
}

/** Whole seconds until the next attempt, at least one. */
export function secondsUntil(blockedUntil: Date, now: Date): number {
  return Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));
}
