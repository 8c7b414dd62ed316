import { forAllCalls } from './call-scope.ts';

export type BatchLoaderOptions = {
  /** Maximum number of concurrent queries. */
  readonly readers: number;
  /** Maximum number of keys per query. */
  readonly batchMax: number;
};

/**
 * Batches concurrent look-ups: an idle reader takes all waiting keys, and equal keys share an answer. Nothing is
 * cached, so a result is never older than its call.
 *
 * @param readMany finds values by key; its failure rejects all callers of the batch.
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
      forAllCalls(() => setImmediate(pump));
    }
    return asked.promise;
  };
}
