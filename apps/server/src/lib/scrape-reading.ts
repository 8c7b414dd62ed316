import type { Clock } from './clock.ts';

/** A source that scrapes of metrics look at. */
export type ScrapeReading<T> = {
  /** Returns the last reading; undefined before the first one, and after one that failed. Begins the next one when it is old. */
  last(): T | undefined;
};

/** The age from which a scrape begins another reading. */
const freshForMs = 10_000;

/**
 * Reads a slow source for the next scrape, because the other metrics must not wait for it. However many metrics ask, one
 * reading runs at a time, and at most one in ten seconds begins.
 */
export function readForScrapes<T>(
  clock: Pick<Clock, 'monotonicMs'>,
  read: () => Promise<T>,
  onFailure: (error: unknown) => void,
): ScrapeReading<T> {
  let known: T | undefined;
  let begunAtMs = Number.NEGATIVE_INFINITY;
  let isReading = false;

  async function readAgain(): Promise<void> {
    isReading = true;
    begunAtMs = clock.monotonicMs();
    try {
      known = await read();
    } catch (error) {
      known = undefined;
      onFailure(error);
    } finally {
      isReading = false;
    }
  }

  return {
    last() {
      if (!isReading && clock.monotonicMs() >= begunAtMs + freshForMs) void readAgain();
      return known;
    },
  };
}
