import fc from 'fast-check';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { drawOne, pick, split, sumOf, drawWeighted } from './draws.ts';
import { stream, type Stream } from './stream.ts';

const seed = hexToBytes('0371e8536341c52bdddfd85ce307da79546875e125349db85cc3fef67208fb22');
const winners = () => stream(seed, 'winners');
const shares = () => stream(seed, 'shares');

/** Draws as the rule is written. */
function drawByWalking({ below }: Stream, weights: readonly number[], k: number): number[] {
  const left = [...weights];
  const drawn: number[] = [];
  while (drawn.length < k && sumOf(left) > 0) {
    let x = below(sumOf(left));
    const place = left.findIndex((weight) => {
      x -= weight;
      return x < 0;
    });
    drawn.push(place);
    left[place] = 0;
  }
  return drawn;
}

test('draws of a known seed are known', () => {
  expect(pick(winners(), 10, 3)).toEqual([7, 4, 8]);
  expect(pick(winners(), 1_000_000, 5)).toEqual([3177, 657_157, 42_462, 511_677, 367_619]);
  expect(drawWeighted(winners(), [1, 1, 5, 3], 3)).toEqual([3, 2, 0]);
  expect(split(shares(), 1000, 10)).toEqual([14, 75, 25, 312, 179, 22, 75, 199, 72, 27]);
  expect(split(shares(), 20, 10)).toEqual([1, 3, 1, 2, 2, 2, 3, 1, 2, 3]);
});

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const weights = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 2 ** 40 })), {
  maxLength: 80,
});

test('k of n are k different ones, and all of n are a shuffle', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }), (key, n, more) => {
      const k = Math.min(n, more);
      const drawn = pick(stream(key, 'any'), n, k);
      expect(new Set(drawn).size).toBe(k);
      expect(drawn.every((place) => place >= 0 && place < n)).toBe(true);
    }),
  );
  expect(pick(winners(), 8, 8).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(() => pick(winners(), 2, 3)).toThrow(RangeError);
});

test('weights are drawn as by walking them, each once, and never those of 0', () => {
  fc.assert(
    fc.property(bytes, weights, fc.integer({ min: 0, max: 90 }), (key, list, k) => {
      const drawn = drawWeighted(stream(key, 'any'), list, k);
      expect(drawn).toEqual(drawByWalking(stream(key, 'any'), list, k));
      expect(new Set(drawn).size).toBe(Math.min(k, list.filter((weight) => weight > 0).length));
      expect(drawn.every((place) => (list[place] ?? 0) > 0)).toBe(true);
      if (drawn.length > 0) expect(drawOne(stream(key, 'any'), list)).toBe(drawn[0]);
    }),
  );
});

test('a thousand of a hundred thousand weights are those that walking finds', () => {
  const { below } = stream(seed, 'weights');
  const list = Array.from({ length: 100_000 }, () => below(50));
  const drawn = drawWeighted(winners(), list, 1_000);
  expect(drawn.length).toBe(1_000);
  expect(drawn.slice(0, 40)).toEqual(drawByWalking(winners(), list, 40));
});

test('drawing from nothing gives nothing', () => {
  expect(drawWeighted(winners(), [], 3)).toEqual([]);
  expect(drawWeighted(winners(), [0, 0], 3)).toEqual([]);
  expect(() => drawOne(winners(), [])).toThrow(RangeError);
  expect(() => drawOne(winners(), [0])).toThrow(RangeError);
});

test('parts are at least 1 and add up to the total', () => {
  const totals = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 2 ** 47 }));
  fc.assert(
    fc.property(bytes, totals, fc.integer({ min: 1, max: 200 }), (key, total, most) => {
      const parts = Math.min(total, most);
      const drawn = split(stream(key, 'any'), total, parts);
      expect(drawn.length).toBe(parts);
      expect(Math.min(...drawn)).toBeGreaterThanOrEqual(1);
      expect(sumOf(drawn)).toBe(total);
    }),
  );
});

test.each([
  [5, 6],
  [5, 0],
  [0, 0],
  [2 ** 47 + 1, 2],
])('%d is not split into %d parts', (total, parts) => {
  expect(() => split(shares(), total, parts)).toThrow(RangeError);
});

const rounds = 20_000;
const keyOf = (round: number) => sha256(utf8ToBytes(`round ${round}`));

test('each of ten is drawn as often as the others', () => {
  const counts = Array.from({ length: 10 }, () => 0);
  for (let round = 0; round < rounds; round++) {
    for (const place of pick(stream(keyOf(round), 'any'), 10, 3)) counts[place] = (counts[place] ?? 0) + 1;
  }
  const expected = rounds * 0.3;
  // Drawing without return leaves 0.7 of the variance.
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0) / 0.7;
  expect(chiSquare).toBeLessThan(27.9);
});

test('a weight is drawn in proportion', () => {
  const list = [1, 0, 2, 3, 4];
  const counts = list.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    const place = drawOne(stream(keyOf(round), 'any'), list);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const chiSquare = sumOf(
    list.map((weight, place) => {
      const expected = (rounds * weight) / 10;
      return expected === 0 ? (counts[place] ?? 0) : ((counts[place] ?? 0) - expected) ** 2 / expected;
    }),
  );
  // 3 degrees of freedom exceed 16.3 once in a thousand.
  expect(chiSquare).toBeLessThan(16.3);
});

test('no place in a split is better than another', () => {
  const sums = Array.from({ length: 10 }, () => 0);
  for (let round = 0; round < rounds; round++) {
    for (const [place, share] of split(stream(keyOf(round), 'any'), 1000, 10).entries()) {
      sums[place] = (sums[place] ?? 0) + share;
    }
  }
  for (const sum of sums) expect(Math.abs(sum / rounds - 100)).toBeLessThan(2);
});
