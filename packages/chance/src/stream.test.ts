import fc from 'fast-check';
import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { stream } from './stream.ts';

const seed = hexToBytes('0371e8536341c52bdddfd85ce307da79546875e125349db85cc3fef67208fb22');

test('the first numbers of a stream are known', () => {
  const { u48 } = stream(seed, 'winners');
  // The fifth is the last of its block, the sixth the first of the next.
  expect(Array.from({ length: 6 }, u48)).toEqual([
    15_787_182_003_177, 219_903_887_753_049, 57_242_404_557_422, 99_657_351_538_724, 197_498_096_372_071,
    139_062_047_842_246,
  ]);
});

test('another label makes another stream', () => {
  expect(stream(seed, 'shares').u48()).not.toBe(stream(seed, 'winners').u48());
});

test('a number below n is a number of the stream modulo n, unless it would favour small ones', () => {
  const n = 2 ** 47 + 1;
  const numbers = stream(seed, 'winners');
  const { below } = stream(seed, 'winners');
  // Of this n nearly half of all numbers are refused.
  const expected = Array.from({ length: 200 }, numbers.u48).filter((number) => number < n);
  expect(expected.map(() => below(n))).toEqual(expected);
  expect(expected.length).toBeLessThan(150);
});

test('numbers stay below n for every n', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 48 }), fc.integer({ min: 1, max: 2 ** 48 }), (bytes, n) => {
      const { below } = stream(bytes, 'any');
      for (let i = 0; i < 12; i++) {
        const number = below(n);
        expect(Number.isInteger(number) && number >= 0 && number < n).toBe(true);
      }
    }),
  );
});

test.each([0, -1, 1.5, 2 ** 48 + 1, Number.NaN, Number.POSITIVE_INFINITY])('there is no number below %d', (n) => {
  expect(() => stream(seed, 'winners').below(n)).toThrow(RangeError);
});

test('each number below n is as likely', () => {
  const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  const { below } = stream(seed, 'fair');
  for (let i = 0; i < 20_000; i++) {
    const number = below(10);
    counts[number] = (counts[number] ?? 0) + 1;
  }
  const chiSquare = counts.reduce((sum, count) => sum + (count - 2_000) ** 2 / 2_000, 0);
  // 9 degrees of freedom exceed 27.9 once in a thousand; the seed is fixed.
  expect(chiSquare).toBeLessThan(27.9);
});
