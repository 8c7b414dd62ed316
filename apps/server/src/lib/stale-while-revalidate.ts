import type { Clock } from './clock.ts';
import { createSingleFlight } from './single-flight.ts';

/** A value that is read often and changes rarely. */
export type StaleWhileRevalidate<T> = {
  readonly current: () => Promise<T>;
  /** Invalidates: later calls get a read that begins after this call. */
  readonly forget: () => void;
};

/** Maximum age of a fresh value, from the start of its read: the delay with which new content appears. */
const freshForMs = 5000;
/** After a slow read follows a rest as long as the read, so that a slow database is not read without end. */
const restOfReading = 2;
/** However long a read took, from its start. */
const longestFreshMs = 60_000;

/**
 * Caches the last value and serves a stale one during a refresh, so that only calls without a cached value wait; at
 * most one read runs.
 *
 * @param isKept whether to cache a value, by default always. Not caching an empty value shows new content at once.
 */
export function staleWhileRevalidate<T>(
  clock: Clock,
  read: () => Promise<T>,
  isKept: (value: T) => boolean = () => true,
): StaleWhileRevalidate<T> {
  let known: { readonly value: T; readonly freshUntilMs: number } | undefined;
  let timesForgotten = 0;
  let begun = 0;

  async function readAndKeep(): Promise<{ readonly value: T; readonly place: number }> {
    begun += 1;
    const place = begun;
    const begunAfter = timesForgotten;
    const begunAtMs = clock.monotonicMs();
    const value = await read();
    const tookMs = clock.monotonicMs() - begunAtMs;
    const freshUntilMs = begunAtMs + Math.min(Math.max(freshForMs, restOfReading * tookMs), longestFreshMs);
    // A read that began before an invalidation may be outdated.
    if (begunAfter === timesForgotten) known = isKept(value) ? { value, freshUntilMs } : undefined;
    return { value, place };
  }

  // Maximum age 0: only a running read is shared.
  const readings = createSingleFlight(clock, readAndKeep, 0);

  async function readTogether(): Promise<T> {
    const begunBefore = begun;
    const { value, place } = await readings.current();
    if (isKept(value) || place > begunBefore) return value;
    // An uncached value answers only the callers that came before its read.
    return (await readings.current()).value;
  }

  return {
    async current() {
      if (known === undefined) return readTogether();
      if (clock.monotonicMs() > known.freshUntilMs) {
        // The next caller without a cached value gets the error; this one has a value.
        readings.current().catch(() => undefined);
      }
      return known.value;
    },
    forget() {
      known = undefined;
      timesForgotten += 1;
      readings.forget();
    },
  };
}
