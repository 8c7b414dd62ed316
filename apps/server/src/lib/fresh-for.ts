/**
 * Options of an LRU cache whose values are fresh for a time. The cache reads the clock at every look: by default it takes
 * a reading for the present until a timer fires, and the event loop may run that timer late.
 */
export function freshFor(ms: number): { readonly ttl: number; readonly ttlResolution: 0 } {
  return { ttl: ms, ttlResolution: 0 };
}
