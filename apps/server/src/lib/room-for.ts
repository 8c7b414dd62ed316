/**
 * Options of an LRU cache that bound its number of entries. Such a cache allocates as it grows; with `max` it allocates all its
 * entries when it is created, which costs each process time and memory at its start.
 */
export function roomFor(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
