const now = performance.now.bind(performance);
let aheadMs = 0;

/** Longer than any cache of this process is fresh. */
const longMs = 60_000;

/**
 * Makes what this process has cached older, by a minute as all of it is stale then. The time never goes back: caches of other
 * worlds live on it.
 */
export function ageCaches(byMs = longMs): void {
  aheadMs += byMs;
  performance.now = () => now() + aheadMs;
}
