export type BatchLoaderOptions = {
  /** How many queries run at once. */
  readonly readers: number;
  /** Keys of one query at most. */
  readonly batchMax: number;
};

/**
 * Turns many look-ups that come at once into few queries. A query leaves as soon as a reader is idle and takes every key
 * that waits by then; callers who wait for the same key share its answer. Nothing is remembered: a look-up never sees
 * anything older than itself.
 *
 * @param readMany finds what there is of some keys; when it fails, so do all of that query's callers.
 */
export function createBatchLoader<Key, Value>(
  readMany: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { readers, batchMax }: BatchLoaderOptions,
): (key: Key) => Promise<Value | undefined> {
  const waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>();
  let idleReaders = readers;
  let isPumping = false;

  function pump(): void {
    isPumping = false;
    while (idleReaders > 0 && waiting.size > 0) {
      const batch = waiting.entries().take(batchMax).toArray();
      for (const [key] of batch) waiting.delete(key);
      idleReaders -= 1;
      void read(batch).finally(() => {
        idleReaders += 1;
        pump();
      });
    }
  }

  async function read(batch: readonly [Key, PromiseWithResolvers<Value | undefined>][]): Promise<void> {
    try {
      const found = await readMany(batch.map(([key]) => key));
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      for (const [, { reject }] of batch) reject(error);
    }
  }

  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Value | undefined>();
    waiting.set(key, asked);
    if (!isPumping) {
      isPumping = true;
      setImmediate(pump);
    }
    return asked.promise;
  };
}
