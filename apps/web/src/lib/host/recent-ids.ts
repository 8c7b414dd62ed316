/** Remembers the latest ids, so that what a host sends twice is carried out once; never more than `capacity` of them. */
export function recentIds(capacity: number): { isNew: (id: string) => boolean } {
  const seen = new Set<string>();
  return {
    isNew: (id) => {
      if (seen.has(id)) return false;
      seen.add(id);
      // A set keeps the order in which it was filled.
      const [oldest] = seen;
      if (seen.size > capacity && oldest !== undefined) seen.delete(oldest);
      return true;
    },
  };
}
