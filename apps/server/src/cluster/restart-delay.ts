const firstMs = 100;
const longestMs = 10_000;

/** A life of this length was a proper one: what ended it is no reason to wait for the next. */
export const properLifeMs = 30_000;

/**
 * How long to wait before a worker is started again: hardly at all at first, then twice as long each time, so that one that
 * cannot live does not take the machine from those that can.
 *
 * @param shortLives how many times in a row it has lived less than a proper life.
 */
export function restartDelayMs(shortLives: number): number {
  return shortLives === 0 ? 0 : Math.min(firstMs * 2 ** (shortLives - 1), longestMs);
}
