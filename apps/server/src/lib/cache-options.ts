import type { Clock } from './clock.ts';

/**
 * Returns options of an LRU cache whose values are fresh for a time. The cache reads the clock at every look: by
 * default it takes a reading for the present until a timer fires, and the event loop may run that timer late.
 */
export function freshFor(
  clock: Clock,
  ms: number,
): { readonly ttl: number; readonly ttlResolution: 0; readonly perf: { readonly now: () => number } } {
  return { ttl: ms, ttlResolution: 0, perf: { now: () => clock.monotonicMs() } };
}

/**
 * Returns options of an LRU cache that bound its number of entries. Such a cache allocates as it grows; with `max` it
 * allocates all its entries when it is created, which costs each process time and memory at its start.
 */
export function roomFor(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
