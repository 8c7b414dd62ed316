import { describe, expect, it } from 'vitest';
import {
  type BatchLoaderOptions,
  createBatchLoader,
  createSingleFlight,
  createSingleFlights,
  staleWhileRevalidate,
} from './shared-reads.ts';
import { systemClock } from './clock.ts';
import { createTurnableClock, standingAt } from '#/dev/turnable-clock.ts';

/** Makes a read that ends on command and counts its starts. */
function slowReading() {
  const ends: ((value: number) => void)[] = [];
  const fails: ((error: Error) => void)[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      ends.push(resolve);
      fails.push(reject);
    });
  return {
    read,
    begun: () => ends.length,
    end: (index: number) => ends[index]?.(index),
    fail: (index: number) => fails[index]?.(new Error('unread')),
  };
}

describe('a single flight', () => {
  it('is one for all who ask, until it is too old', async () => {
    const reading = slowReading();
    const shared = createSingleFlight(systemClock, reading.read, 60_000);
    const asked = [shared.current(), shared.current()];
    reading.end(0);
    expect(await Promise.all(asked)).toEqual([0, 0]);
    expect(await shared.current()).toBe(0);
    expect(reading.begun()).toBe(1);
    const short = createSingleFlight(systemClock, reading.read, 0);
    const first = short.current();
    expect(reading.begun()).toBe(2);
    reading.end(1);
    await first;
    void short.current();
    expect(reading.begun()).toBe(3);
  });

  it('runs once more for all callers after any number of invalidations', async () => {
    const reading = slowReading();
    const shared = createSingleFlight(systemClock, reading.read, 60_000);
    const before = shared.current();
    shared.forget();
    const after = [shared.current(), shared.current()];
    shared.forget();
    after.push(shared.current());
    expect(reading.begun()).toBe(1);
    reading.end(0);
    expect(await before).toBe(0);
    await expect.poll(reading.begun).toBe(2);
    reading.end(1);
    expect(await Promise.all(after)).toEqual([1, 1, 1]);
    expect(await shared.current()).toBe(1);
  });

  it('gives a failure to its sharers, and a newer result to later callers', async () => {
    const reading = slowReading();
    const shared = createSingleFlight(systemClock, reading.read, 60_000);
    const failed = shared.current();
    shared.forget();
    const next = shared.current();
    reading.fail(0);
    await expect(failed).rejects.toThrow('unread');
    await expect.poll(reading.begun).toBe(2);
    reading.fail(1);
    await expect(next).rejects.toThrow('unread');
    const last = shared.current();
    reading.end(2);
    expect(await last).toBe(2);
  });
});

describe('single flights by key', () => {
  it('read once a key for all who ask, and forget one key alone', async () => {
    const asked: string[] = [];
    const flights = createSingleFlights(systemClock, async (key) => `${key}${asked.push(key)}`);
    expect(await Promise.all(['a', 'b', 'a'].map((key) => flights.current(key)))).toEqual(['a1', 'b2', 'a1']);
    flights.forget('a');
    flights.forget('c');
    expect(await Promise.all(['a', 'b'].map((key) => flights.current(key)))).toEqual(['a3', 'b2']);
  });
});

describe('a value that may be stale', () => {
  it('is read once for all who come when nothing is known', async () => {
    const reading = slowReading();
    const memory = staleWhileRevalidate(systemClock, reading.read);
    const asked = [memory.current(), memory.current(), memory.current()];
    reading.end(0);
    expect(await Promise.all(asked)).toEqual([0, 0, 0]);
    expect(await memory.current()).toBe(0);
    expect(reading.begun()).toBe(1);
  });

  it('is read once for all callers after any number of invalidations', async () => {
    const reading = slowReading();
    const memory = staleWhileRevalidate(systemClock, reading.read);
    const known = memory.current();
    reading.end(0);
    await known;
    memory.forget();
    const asked = [memory.current(), memory.current()];
    memory.forget();
    asked.push(memory.current(), memory.current());
    expect(reading.begun()).toBe(2);
    reading.end(1);
    await expect.poll(reading.begun).toBe(3);
    reading.end(2);
    expect(await Promise.all(asked)).toEqual([1, 1, 2, 2]);
    expect(reading.begun()).toBe(3);
  });

  it('keeps no reading that began before it was to be forgotten', async () => {
    const reading = slowReading();
    const memory = staleWhileRevalidate(systemClock, reading.read);
    const before = memory.current();
    memory.forget();
    reading.end(0);
    expect(await before).toBe(0);
    const after = memory.current();
    await expect.poll(reading.begun).toBe(2);
    reading.end(1);
    expect(await after).toBe(1);
    expect(await memory.current()).toBe(1);
  });

  it('reports a missing value only to callers from before the look-up', async () => {
    const reading = slowReading();
    const memory = staleWhileRevalidate(systemClock, reading.read, (value) => value > 0);
    const empty = memory.current();
    const filled = [memory.current(), memory.current()];
    reading.end(0);
    expect(await empty).toBe(0);
    await expect.poll(reading.begun).toBe(2);
    reading.end(1);
    expect(await Promise.all(filled)).toEqual([1, 1]);
    expect(await memory.current()).toBe(1);
    expect(reading.begun()).toBe(2);
  });

  it('rests after a slow read as long as the read took', async () => {
    const { clock, time } = createTurnableClock(standingAt(new Date('2026-11-21T10:00:00Z')));
    const reading = slowReading();
    const memory = staleWhileRevalidate(clock, reading.read);
    const first = memory.current();
    await time.advance(20_000);
    reading.end(0);
    await first;
    await time.advance(19_000);
    await memory.current();
    expect(reading.begun()).toBe(1);
    await time.advance(2_000);
    await memory.current();
    expect(reading.begun()).toBe(2);
  });

  it('keeps a value across a long sleep of the machine for a minute at most', async () => {
    const { clock, time } = createTurnableClock(standingAt(new Date('2026-11-21T10:00:00Z')));
    const reading = slowReading();
    const memory = staleWhileRevalidate(clock, reading.read);
    const first = memory.current();
    time.forget();
    reading.end(0);
    await first;
    await memory.current();
    expect(reading.begun()).toBe(2);
  });
});

/** Makes look-ups in a table of squares, and records which keys came together. */
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
