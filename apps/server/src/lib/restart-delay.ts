const firstMs = 100;
const longestMs = 10_000;

/** A life of this length counts as healthy, so the next start needs no delay. */
export const properLifeMs = 30_000;

/**
 * Returns the delay before a process or thread that ended unasked is started again: none at first, then doubled each
 * time, so that one that cannot start does not take the machine from the others.
 * @param shortLives consecutive lives shorter than a healthy one
 */
export function restartDelayMs(shortLives: number): number {
  return shortLives === 0 ? 0 : Math.min(firstMs * 2 ** (shortLives - 1), longestMs);
}
