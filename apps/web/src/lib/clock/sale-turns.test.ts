import { expect, test } from 'vitest';
import { saleTurns } from './sale-turns.ts';

const opensAt = '2026-11-21T12:00:00.000Z';
const closesAt = '2026-11-22T12:00:00.000Z';

test('what is not open yet turns when it opens, which is awaited where it can be bought', () => {
  const sales = [{ state: 'notOpen', opensAt, closesAt }] as const;
  expect(saleTurns(sales, { isAwaited: true })).toEqual([{ at: opensAt, isAwaited: true }]);
  expect(saleTurns(sales, { isAwaited: false })).toEqual([{ at: opensAt, isAwaited: false }]);
});

test('what is open turns when it closes, for which nobody waits', () => {
  expect(saleTurns([{ state: 'open', opensAt, closesAt }], { isAwaited: true })).toEqual([
    { at: closesAt, isAwaited: false },
  ]);
});

test('what never closes, is sold out or has ended does not turn by itself', () => {
  const sales = [
    { state: 'open', opensAt, closesAt: null },
    { state: 'soldOut', opensAt, closesAt },
    { state: 'ended', opensAt, closesAt },
  ] as const;
  expect(saleTurns(sales, { isAwaited: true })).toEqual([]);
});
