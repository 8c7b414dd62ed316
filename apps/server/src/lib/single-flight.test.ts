import { expect, it } from 'vitest';
import { createSingleFlight } from './single-flight.ts';
import { systemClock } from './clock.ts';

/** A read that ends on command and counts its starts. */
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

it('is one more for all who ask after it is to be forgotten, however often that is', async () => {
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

it('tells a failure to those who share it, and the others what comes after', async () => {
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
