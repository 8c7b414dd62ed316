import { expect, it } from 'vitest';
import { readForScrapes } from './scrape-reading.ts';

function readingAt(answers: (() => Promise<number>)[]) {
  let nowMs = 0;
  let reads = 0;
  const failures: unknown[] = [];
  const reading = readForScrapes(
    { monotonicMs: () => nowMs },
    async () => answers[reads++]?.() ?? 0,
    (error) => failures.push(error),
  );
  const settled = () => new Promise((resolve) => void setImmediate(resolve));
  return { reading, failures, settled, reads: () => reads, pass: (ms: number) => (nowMs += ms) };
}

it('A scrape shows what the one before has begun to read, and begins another reading after ten seconds.', async () => {
  const { reading, settled, reads, pass } = readingAt([async () => 1, async () => 2]);
  expect([reading.last(), reading.last(), reads()]).toEqual([undefined, undefined, 1]);
  await settled();
  pass(9_999);
  expect([reading.last(), reads()]).toEqual([1, 1]);
  pass(1);
  expect([reading.last(), reads()]).toEqual([1, 2]);
  await settled();
  expect(reading.last()).toBe(2);
});

it('A reading that fails is logged and shows nothing, and the next one begins anew.', async () => {
  const failure = new Error('away');
  const { reading, failures, settled, pass } = readingAt([async () => 1, () => Promise.reject(failure), async () => 3]);
  const seen: (number | undefined)[] = [];
  for (let scrape = 0; scrape < 4; scrape += 1) {
    reading.last();
    await settled();
    seen.push(reading.last());
    pass(10_000);
  }
  expect(seen).toEqual([1, undefined, 3, 0]);
  expect(failures).toEqual([failure]);
});

it('A reading that takes longer than ten seconds is not begun twice.', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { reading, settled, reads, pass } = readingAt([() => promise]);
  reading.last();
  pass(60_000);
  expect([reading.last(), reads()]).toEqual([undefined, 1]);
  resolve(7);
  await settled();
  expect(reading.last()).toBe(7);
});
