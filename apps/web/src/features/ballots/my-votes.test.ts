import { describe, expect, test } from 'vitest';
import {
  type MyVotes,
  suggestedAmount,
  ticketsNeeded,
  voteLimits,
  votesAfter,
  votesFor,
  limitChanges,
} from './my-votes.tsx';

const nothing: MyVotes = {
  votes: 0,
  tickets: 0,
  freeVotesToday: 0,
  usedToday: 0,
  dailyCap: null,
  ticketsToday: 0,
  dayEndsAt: '2026-11-21T16:00:00.000Z',
  left: { dailyCap: null, paidShare: null, ending: null },
  mayVoteFrom: null,
};
const ten = [{ fromTicket: 1, votesPerTicket: 10 }];
const falling = [
  { fromTicket: 1, votesPerTicket: 10 },
  { fromTicket: 3, votesPerTicket: 4 },
];

describe('what a fan can cast', () => {
  test('is votes and the free votes of today', () => {
    expect(voteLimits({ ...nothing, votes: 5, freeVotesToday: 3 }, ten)).toMatchObject({ castable: 8, reachable: 8 });
  });

  test('grows by what the tickets are worth, after those of today', () => {
    const mine = { ...nothing, votes: 5, tickets: 4 };
    expect(voteLimits(mine, ten)).toMatchObject({ castable: 5, reachable: 45 });
    expect(voteLimits(mine, falling)).toMatchObject({ reachable: 5 + 20 + 8 });
    expect(voteLimits({ ...mine, ticketsToday: 1 }, falling)).toMatchObject({ reachable: 5 + 10 + 12 });
  });

  test('ends at the limit that leaves the fewest votes', () => {
    const mine = { ...nothing, votes: 50, tickets: 9, left: { dailyCap: 10, paidShare: null, ending: null } };
    expect(voteLimits(mine, ten)).toEqual({ castable: 10, reachable: 10, leftNow: 10, narrowest: 'dailyCap' });
    const ending = { votes: 4, until: '2026-11-21T12:00:00.000Z' };
    const near = { ...mine, left: { dailyCap: 10, paidShare: 20, ending } };
    expect(voteLimits(near, ten)).toMatchObject({ castable: 4, narrowest: 'ending' });
    const paid = { ...mine, left: { dailyCap: 10, paidShare: 3, ending } };
    expect(voteLimits(paid, ten)).toMatchObject({ castable: 3, narrowest: 'paidShare' });
  });
});

test('after a vote the free votes are used first, and every limit leaves as many fewer', () => {
  const ending = { votes: 4, until: '2026-11-21T12:00:00.000Z' };
  const mine = { ...nothing, votes: 50, freeVotesToday: 3, left: { dailyCap: 10, paidShare: 20, ending } };
  expect(votesAfter(mine, { num: 5, remaining: 48, conversion: null })).toEqual({
    ...mine,
    votes: 48,
    freeVotesToday: 0,
    usedToday: 5,
    left: { dailyCap: 5, paidShare: 15, ending: { ...ending, votes: 0 } },
  });
  expect(votesAfter({ ...nothing, votes: 7 }, { num: 2, remaining: 5, conversion: null })).toMatchObject({
    votes: 5,
    left: { dailyCap: null, paidShare: null, ending: null },
  });
});

test('after a vote with tickets there are as many fewer, and the next ones have a later place in the day', () => {
  const mine = { ...nothing, tickets: 3, ticketsToday: 1 };
  expect(votesAfter(mine, { num: 12, remaining: 8, conversion: { tickets: 2 } })).toMatchObject({
    votes: 8,
    tickets: 1,
    ticketsToday: 3,
  });
});

test('only as many tickets are turned into votes as are missing', () => {
  const mine = { ...nothing, votes: 2, freeVotesToday: 1, tickets: 9 };
  expect(ticketsNeeded(3, mine, ten)).toBe(0);
  expect(ticketsNeeded(4, mine, ten)).toBe(1);
  expect(ticketsNeeded(13, mine, ten)).toBe(1);
  expect(ticketsNeeded(14, mine, ten)).toBe(2);
});

test('more tickets are needed where the next are worth less', () => {
  const mine = { ...nothing, tickets: 9 };
  expect(ticketsNeeded(20, mine, falling)).toBe(2);
  expect(ticketsNeeded(21, mine, falling)).toBe(3);
  expect(ticketsNeeded(28, mine, falling)).toBe(4);
  expect(ticketsNeeded(20, { ...mine, ticketsToday: 2 }, falling)).toBe(5);
  for (const amount of [1, 7, 20, 21, 24, 25, 100]) {
    const tickets = ticketsNeeded(amount, mine, falling);
    expect(votesFor(tickets, mine, falling)).toBeGreaterThanOrEqual(amount);
    expect(votesFor(tickets - 1, mine, falling)).toBeLessThan(amount);
  }
});

test('ten votes are suggested, or what there is', () => {
  const limits = (castable: number, reachable: number) => ({ castable, reachable });
  expect(suggestedAmount(limits(80, 80))).toBe(10);
  expect(suggestedAmount(limits(3, 30))).toBe(3);
  expect(suggestedAmount(limits(0, 30))).toBe(10);
  expect(suggestedAmount(limits(0, 0))).toBe(1);
});

const noLimit = { dailyCap: null, paidShare: null, ending: null };
const dayEndsAt = '2026-11-21T16:00:00.000Z';
const until = '2026-11-21T12:55:00.000Z';
const mayVoteFrom = '2026-11-21T12:54:00.000Z';

test('what a fan can cast turns with the day, with a stretch near the end, and when the account is old enough', () => {
  const left = { ...noLimit, ending: { votes: 3, until } };
  expect(limitChanges({ left: noLimit, mayVoteFrom: null, dayEndsAt })).toEqual([{ at: dayEndsAt, isAwaited: false }]);
  expect(limitChanges({ left, mayVoteFrom, dayEndsAt }).map(({ at }) => at)).toEqual([dayEndsAt, until, mayVoteFrom]);
});

test.each([
  ['has cast all of a stretch near the end', { left: { ...noLimit, ending: { votes: 0, until } } }, until],
  ['has reached the daily cap', { left: { ...noLimit, dailyCap: 0 } }, dayEndsAt],
  ['may cast free votes only', { left: { ...noLimit, paidShare: 0 } }, dayEndsAt],
  ['may not vote yet', { mayVoteFrom }, mayVoteFrom],
])('the turn is awaited by a fan who %s', (_, limits, awaited) => {
  const turns = limitChanges({ left: noLimit, mayVoteFrom: null, dayEndsAt, ...limits });
  expect(turns.filter(({ isAwaited }) => isAwaited).map(({ at }) => at)).toEqual([awaited]);
});
