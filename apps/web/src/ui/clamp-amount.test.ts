import { expect, test } from 'vitest';
import { clampAmount } from './clamp-amount.ts';

test.each([
  [5, 10, 5],
  [0, 10, 1],
  [-3, 10, 1],
  [99, 10, 10],
  [2.9, 10, 2],
  [Number.NaN, 10, 1],
  [7, 0, 1],
])('%d of at most %d becomes %d', (typed, max, amount) => {
  expect(clampAmount(typed, max)).toBe(amount);
});
