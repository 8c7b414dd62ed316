import { expect, test } from 'vitest';
import { giftChanges, receiverIn } from './use-gifts.ts';

const resetsAt = '2026-11-21T16:00:00.000Z';
const closesAt = '2026-11-22T12:00:00.000Z';
const open = { state: 'open', closesAt, leftToday: 20, mostSent: 20, resetsAt } as const;

test('what a fan can give turns when voting ends, and with the day', () => {
  expect(giftChanges(open)).toEqual([
    { at: closesAt, isAwaited: false },
    { at: resetsAt, isAwaited: false },
  ]);
});

test('only a fan who has given all tickets of today waits for the next day, if tickets can be given', () => {
  const findChanges = (mostSent: number) =>
    giftChanges({ ...open, leftToday: 0, mostSent }).flatMap(({ at, isAwaited }) => (isAwaited ? [at] : []));
  expect(findChanges(20)).toEqual([resetsAt]);
  expect(findChanges(0)).toEqual([]);
});

test('after the end of voting nothing changes by itself', () => {
  expect(giftChanges({ ...open, state: 'ended' })).toEqual([]);
});

test.each([
  ['K7Q2M9XA', 'K7Q2M9XA', 'fanCode'],
  [' k7q2-m9xa ', 'K7Q2M9XA', 'fanCode'],
  ['https://fans.example/login?invite=K7Q2M9XA', 'K7Q2M9XA', 'fanCode'],
  ['https://fans.example/login?lang=en&invite=k7q2m9xa&x=1', 'K7Q2M9XA', 'fanCode'],
  ['mina@example.com ', 'mina@example.com', 'email'],
])('%j names %s by %s', (typed, toAccount, by) => {
  expect(receiverIn(typed)).toEqual({ toAccount, by });
});

test.each(['', 'K7Q2M9X', 'K7Q2M9XAB', 'mina@example', 'https://fans.example/login', 'Mina'])(
  '%j names no fan',
  (typed) => {
    expect(receiverIn(typed)).toBeUndefined();
  },
);
