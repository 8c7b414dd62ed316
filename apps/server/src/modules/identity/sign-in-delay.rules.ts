const secondMs = 1_000;
const hourMs = 60 * 60 * secondMs;

/** Failures in a row that bring an account no pause, and accounts tried in vain that bring a network none. */
const freeFailures = 4;
const freeAccounts = 19;

/** How long the first pause is, and how long they get by doubling. */
const firstPauseMs = 5 * secondMs;
const longestPauseMs = 15 * 60 * secondMs;

/** After this long without a failure an account's count begins anew, and what a network tried is forgotten. */
export const failuresLapseMs = 24 * hourMs;

/** The pause after so many failures in a row, in milliseconds: 0 for four, then 5, 10, 20 … seconds up to 15 minutes. */
export function accountPauseMs(failures: number): number {
  return pauseMs(failures - freeFailures);
}

/** What a network has tried within a day: on how many accounts in vain, and on how many with success. */
export type NetworkTries = { readonly failed: number; readonly succeeded: number };

/**
 * The pause of a network, in milliseconds: none for 19 accounts tried in vain and one more for each that signed in, because
 * thousands of fans may stand behind one address of a carrier; then 5, 10, 20 … seconds up to 15 minutes.
 */
export function networkPauseMs({ failed, succeeded }: NetworkTries): number {
  return pauseMs(failed - freeAccounts - succeeded);
}

function pauseMs(surplus: number): number {
  if (surplus <= 0) return 0;
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(30, surplus - 1));
}

/** Whole seconds until the next attempt, at least one. */
export function secondsUntil(blockedUntil: Date, now: Date): number {
  return Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));
}
