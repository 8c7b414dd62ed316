import { describe, expect, test } from 'vitest';
import { estimatedBonus, typicalWeight, weightOf } from './stake-estimate.ts';

test('what a stake brings is its part of the pool beside all other weights, rounded down', () => {
  const week = { pool: 1000, totalWeight: '30000' };
  const typical = 30_000n;
  expect(estimatedBonus(week, { own: 0n, added: weightOf(100, 150), typical })).toBe(333);
  expect(estimatedBonus(week, { own: 15_000n, added: weightOf(100, 150), typical })).toBe(666);
  expect(estimatedBonus(week, { own: 15_000n, typical })).toBe(500);
});

describe('the first to stake is estimated', () => {
  const pool = 20_000;
  const added = weightOf(10, 100);

  test('as a part of a typical week, not as the only one', () => {
    expect(estimatedBonus({ pool, totalWeight: '0' }, { own: 0n, added, typical: weightOf(5000, 100) })).toBe(40);
  });

  test('as a part of all that is staked, once that is more than in a typical week', () => {
    const totalWeight = String(weightOf(9990, 100));
    expect(estimatedBonus({ pool, totalWeight }, { own: 0n, added, typical: weightOf(5000, 100) })).toBe(20);
  });

  test('by no number before a week was shared out', () => {
    expect(estimatedBonus({ pool, totalWeight: '0' }, { own: 0n, added, typical: typicalWeight([]) })).toBeNull();
  });
});

test('no stake gets nothing', () => {
  expect(estimatedBonus({ pool: 1000, totalWeight: '0' }, { own: 0n, typical: 100n })).toBe(0);
});

test('is exact where weights exceed what numbers carry', () => {
  const week = { pool: Number.MAX_SAFE_INTEGER, totalWeight: '0' };
  const added = weightOf(Number.MAX_SAFE_INTEGER, 300);
  expect(estimatedBonus(week, { own: 0n, added, typical: added })).toBe(Number.MAX_SAFE_INTEGER);
});

test.each([
  ['none before the first', [], null],
  ['the only one', ['700'], 700n],
  ['between two', ['100', '401'], 250n],
  ['in the middle of three, in any order', ['900', '100', '300'], 300n],
  ['between the middle two of four, so that one odd week moves it little', ['10', '5200', '5000', '900000'], 5100n],
  ['by number, not by digits', ['9', '10', '11'], 10n],
  ['exact where weights exceed what numbers carry', [String(10n ** 30n)], 10n ** 30n],
])('a typical week weighs the median: %s', (_, weights, expected) => {
  expect(typicalWeight(weights)).toBe(expected);
});
