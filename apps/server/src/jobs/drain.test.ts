import { describe, expect, it } from 'vitest';
import { drain, drainEach, drainInBatches } from './drain.ts';

/** Makes a list of entries, and a batch that processes the next of them. */
function givenEntries(count: number) {
  let left = count;
  const batches: number[] = [];
  return {
    batches,
    batch: async (most: number) => {
      const done = Math.min(most, left);
      left -= done;
      batches.push(done);
      return done;
    },
  };
}

/** Returns time for a number of checks. */
function timeFor(checks: number) {
  let left = checks;
  return () => (left -= 1) >= 0;
}

const always = () => true;

describe('a drain', () => {
  it('goes on until a batch is not full, and has left nothing then', async () => {
    const { batch, batches } = givenEntries(7);
    expect(await drainInBatches(batch, { most: 3, hasTime: always })).toBe(true);
    expect(batches).toEqual([3, 3, 1]);
  });

  it('looks once more after the last full batch', async () => {
    const { batch, batches } = givenEntries(6);
    expect(await drainInBatches(batch, { most: 3, hasTime: always })).toBe(true);
    expect(batches).toEqual([3, 3, 0]);
  });

  it('runs a batch even without time, and says that some may be left', async () => {
    const { batch, batches } = givenEntries(7);
    expect(await drainInBatches(batch, { most: 3, hasTime: timeFor(0) })).toBe(false);
    expect(batches).toEqual([3]);
    expect(await drainInBatches(batch, { most: 3, hasTime: timeFor(1) })).toBe(true);
    expect(batches).toEqual([3, 3, 1]);
  });

  it('of steps ends with the first that finds nothing', async () => {
    const found = [true, true, false, true];
    expect(await drain(async () => found.shift() ?? false, always)).toBe(true);
    expect(found).toEqual([true]);
  });

  it('passes a failure on', async () => {
    await expect(drain(() => Promise.reject(new Error('not today')), always)).rejects.toThrow('not today');
  });

  it('of several subjects takes one after another, and none after the time has ended', async () => {
    const lists = [givenEntries(3), givenEntries(1), givenEntries(5)];
    const batch = (list: (typeof lists)[number], most: number) => list.batch(most);
    expect(await drainEach(lists, batch, { most: 2, hasTime: timeFor(1) })).toBe(false);
    expect(lists.map(({ batches }) => batches)).toEqual([[2, 1], [1], [2]]);
    expect(await drainEach(lists, batch, { most: 2, hasTime: always })).toBe(true);
  });
});
