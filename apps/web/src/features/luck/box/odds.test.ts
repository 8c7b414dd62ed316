import { describe, expect, test } from 'vitest';
import { oddsOf, openingBlock, percentOf, rareWithin } from './odds.ts';

const prize = (prizeId: string, left: number, isRare = false) => ({
  prizeId,
  title: prizeId,
  gives: null,
  goodsId: prizeId,
  pictureUrl: null,
  isRare,
  total: 100,
  left,
});

const prizes = [prize('moon', 3, true), prize('star', 1, true), prize('points', 496)];

describe('the odds of the next opening', () => {
  test('are what is left of a prize among all that is left', () => {
    expect(oddsOf(prizes, false).map(({ left, among }) => [left, among])).toEqual([
      [3, 500],
      [1, 500],
      [496, 500],
    ]);
  });

  test('are among the rare prizes where one of these is due', () => {
    expect(oddsOf(prizes, true).map(({ left, among }) => [left, among])).toEqual([
      [3, 4],
      [1, 4],
      [0, 4],
    ]);
  });
});

test.each([
  [1, 4, '25.00%'],
  [3, 487, '0.62%'],
  [1, 30_000, '0.0033%'],
  [29_999, 30_000, '99.9967%'],
  [0, 10, '0%'],
  [10, 10, '100%'],
  [0, 0, '0%'],
])('%i of %i is %s', (left, among, text) => {
  expect(percentOf(left, among)).toBe(text);
});

describe('a rare prize', () => {
  test('comes within what remains of the rule', () => {
    expect(rareWithin({ pity: { within: 30, since: 18 }, prizes })).toBe(12);
    expect(rareWithin({ pity: { within: 30, since: 29 }, prizes })).toBe(1);
  });

  test('is not promised without the rule, or when none is left', () => {
    expect(rareWithin({ pity: null, prizes })).toBeNull();
    expect(rareWithin({ pity: { within: 30, since: 29 }, prizes: [prize('points', 5)] })).toBeNull();
  });
});

describe('this number of boxes cannot be opened', () => {
  const box = { perFanLimit: 20, openedByMe: 11, left: 9, price: 120 };

  test('beyond the limit of a fan, then the stock, then the balance', () => {
    expect(openingBlock(box, 10, 0)).toBe('limit');
    expect(openingBlock({ ...box, perFanLimit: null }, 10, 0)).toBe('stock');
    expect(openingBlock(box, 1, 119)).toBe('points');
  });

  test('otherwise they can, also for a visitor', () => {
    expect(openingBlock(box, 9, 1080)).toBeNull();
    expect(openingBlock(box, 1, undefined)).toBeNull();
  });
});
