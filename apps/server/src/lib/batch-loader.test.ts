import { describe, expect, it } from 'vitest';
import { createBatchLoader, type BatchLoaderOptions } from './batch-loader.ts';

/** Look-ups in a table of squares that records which keys came together. */
function given(options: Partial<BatchLoaderOptions> = {}) {
  const queries: (readonly number[])[] = [];
  const lookUp = createBatchLoader<number, number>(
    async (keys) => {
      queries.push(keys);
      await Promise.resolve();
      if (keys.includes(666)) throw new Error('no such table');
      return new Map(keys.filter((key) => key > 0).map((key) => [key, key * key]));
    },
    { readers: 1, batchMax: 100, ...options },
  );
  return { lookUp, queries };
}

describe('batched look-ups', () => {
  it('ask once for what is asked at once, and answer each its own', async () => {
    const { lookUp, queries } = given();
    expect(await Promise.all([2, 3, -1].map(lookUp))).toEqual([4, 9, undefined]);
    expect(queries).toEqual([[2, 3, -1]]);
  });

  it('ask for the same key once', async () => {
    const { lookUp, queries } = given();
    expect(await Promise.all([2, 2, 2].map(lookUp))).toEqual([4, 4, 4]);
    expect(queries).toEqual([[2]]);
  });

  it('ask again for a key whose query has left already', async () => {
    const { lookUp, queries } = given();
    await lookUp(2);
    await lookUp(2);
    expect(queries).toEqual([[2], [2]]);
  });

  it('never put more keys into a query than the maximum', async () => {
    const { lookUp, queries } = given({ batchMax: 2 });
    expect(await Promise.all([1, 2, 3, 4, 5].map(lookUp))).toEqual([1, 4, 9, 16, 25]);
    expect(queries).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('fail those of a failed query and go on with the next', async () => {
    const { lookUp } = given({ batchMax: 2 });
    const outcomes = await Promise.allSettled([1, 666, 3].map(lookUp));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(await lookUp(4)).toBe(16);
  });

  it('have no more queries under way than readers, and answer a key that waits twice by its one query', async () => {
    const ends: (() => void)[] = [];
    const lookUp = createBatchLoader<number, number>(
      async (keys) => {
        await new Promise<void>((resolve) => ends.push(resolve));
        return new Map(keys.map((key) => [key, key * key]));
      },
      { readers: 2, batchMax: 2 },
    );
    const first = [1, 2].map(lookUp);
    const others = [3, 4, 5].map(lookUp);
    const again = lookUp(1);
    await expect.poll(() => ends.length).toBe(2);
    ends[0]?.();
    expect(await Promise.all([...first, again])).toEqual([1, 4, 1]);
    await expect.poll(() => ends.length).toBe(3);
    for (const end of ends) end();
    expect(await Promise.all(others)).toEqual([9, 16, 25]);
  });
});
