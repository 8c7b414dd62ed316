import { expect, test } from 'vitest';
import { clampAmount, purchaseAmount } from './amounts.ts';

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

test.each([
  ['as many as are wanted', { wanted: 3, most: 5 }, { num: 3, canPay: true }],
  ['as many as can be had', { wanted: 3, most: 2 }, { num: 2, canPay: true }],
  ['none while the field is empty', { wanted: 0, most: 5 }, { num: 0, canPay: false }],
  ['one where there is no choice, whatever stood in the field', { wanted: 0, most: 1 }, { num: 1, canPay: true }],
  ['none where none can be had, and the bill is for one', { wanted: 3, most: 0 }, { num: 1, canPay: false }],
])('%s', (_, wish, amount) => {
  expect(purchaseAmount({ ...wish, isBlocked: false })).toEqual(amount);
});

test('nothing after the end or the last piece', () => {
  expect(purchaseAmount({ wanted: 3, most: 5, isBlocked: true })).toEqual({ num: 3, canPay: false });
});
