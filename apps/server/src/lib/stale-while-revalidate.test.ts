import { expect, it } from 'vitest';
import { staleWhileRevalidate } from './stale-while-revalidate.ts';
import { systemClock } from './clock.ts';
import { createTurnableClock, standingAt } from '#/dev/turnable-clock.ts';

/** A read that ends on command and counts its starts. */
function slowReading() {
  const ends: ((value: number) => void)[] = [];
  const read = () =>
    new Promise<number>((resolve) => {
      ends.push(resolve);
    });
  return { read, begun: () => ends.length, end: (index: number) => ends[index]?.(index) };
}

it('is read once for all who come when nothing is known', async () => {
  const reading = slowReading();
  const memory = staleWhileRevalidate(systemClock, reading.read);
  const asked = [memory.current(), memory.current(), memory.current()];
  reading.end(0);
  expect(await Promise.all(asked)).toEqual([0, 0, 0]);
  expect(await memory.current()).toBe(0);
  expect(reading.begun()).toBe(1);
});

it('is read once for all who come after it was to be forgotten, however often that is', async () => {
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

it('tells that nothing is there only to those who came before it was looked for', async () => {
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

it('keeps what was read across a long sleep of the machine no longer than a minute from the start of the read', async () => {
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
