const secondMs = 1_000;
const hourMs = 60 * 60 * secondMs;

/** Consecutive failures of an account without a delay, and accounts a network fails on without one. */
const freeFailures = 4;
const freeAccounts = 19;
/** Wrong mailed codes of a network without a delay, of those at addresses where it typed no right one since. */
const freeWrongCodes = 199;

/** The first delay and the doubling maximum. */
const firstPauseMs = 5 * secondMs;
const longestPauseMs = 15 * 60 * secondMs;

/** The time without a failure after which the counts of an account and a network restart. */
export const failuresLapseMs = 24 * hourMs;

/** Returns an account's delay in milliseconds: 0 for four failures, then 5, 10, 20 … seconds up to 15 minutes. */
export function accountPauseMs(failures: number): number {
  return pauseMs(failures - freeFailures);
}

/** A network's accounts within a day: failed and signed in. */
export type NetworkTries = { readonly failed: number; readonly succeeded: number };

/**
 * Returns a network's delay in milliseconds: 0 for 19 failed accounts plus one per signed-in account, because carriers
 * share addresses; then 5, 10, 20 … seconds up to 15 minutes.
 */
export function networkPauseMs({ failed, succeeded }: NetworkTries): number {
  return pauseMs(failed - freeAccounts - succeeded);
}

/**
 * Returns a network's delay in milliseconds after wrong codes within a day: 0 for 199, then 5, 10, 20 … seconds up to
 * 15 minutes.
 */
export function codesPauseMs(wrongCodes: number): number {
  return pauseMs(wrongCodes - freeWrongCodes);
}

function pauseMs(surplus: number): number {
  if (surplus <= 0) return 0;
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(30, surplus - 1));
}

/** Returns the whole seconds until the next attempt, at least one. */
export function secondsUntil(blockedUntil: Date, now: Date): number {
  return Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));
}
