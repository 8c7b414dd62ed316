import { expect, test } from 'vitest';
import { estimatedBonus, partOf, weightOf } from './estimate.ts';

test('what a stake brings is its part of the pool beside all other weights, rounded down', () => {
  const week = { pool: 1000, totalWeight: '30000' };
  expect(estimatedBonus(week, 0n, weightOf(100, 150))).toBe(333);
  expect(estimatedBonus(week, 15_000n, weightOf(100, 150))).toBe(666);
  expect(estimatedBonus(week, 15_000n, 0n)).toBe(500);
});

test('the first stake gets the whole pool, and no stake gets nothing', () => {
  const empty = { pool: 1000, totalWeight: '0' };
  expect(estimatedBonus(empty, 0n, weightOf(1, 100))).toBe(1000);
  expect(estimatedBonus(empty, 0n, 0n)).toBe(0);
});

test('is exact where weights exceed what numbers carry', () => {
  const week = { pool: Number.MAX_SAFE_INTEGER, totalWeight: '0' };
  expect(estimatedBonus(week, 0n, weightOf(Number.MAX_SAFE_INTEGER, 300))).toBe(Number.MAX_SAFE_INTEGER);
});

test('a part is shown from nothing to all of it', () => {
  expect(partOf('0', '0')).toBe(0);
  expect(partOf('25', '100')).toBe(0.25);
  expect(partOf(String(10n ** 30n), String(10n ** 30n))).toBe(1);
});
