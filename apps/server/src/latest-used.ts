/** What was used latest, by name: at most so many, and of the others those first that were not used for longest. */
export type LatestUsed<Value> = {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  delete(name: string): void;
};

/**
 * Remembers in two generations: what is used moves into the young one, and when that is full the old one is dropped. Taking
 * the oldest out of one Map by itself would have to step over all that were taken out before.
 */
export function rememberLatest<Value>(most: number): LatestUsed<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(name: string, value: Value): void {
    if (young.size >= most / 2) {
      old = young;
      young = new Map();
    }
    young.set(name, value);
  }

  return {
    get(name) {
      const known = young.get(name);
      if (known !== undefined) return known;
      const older = old.get(name);
      if (older !== undefined) set(name, older);
      return older;
    },
    set,
    delete(name) {
      young.delete(name);
      old.delete(name);
    },
  };
}
