import { describe, expect, test } from 'vitest';
import { type MyVotes, suggestedAmount, ticketsNeeded, voteLimits } from './vote-limits.ts';

const nothing: MyVotes = { votes: 0, tickets: 0, freeVotesToday: 0, usedToday: 0, dailyCap: null };

describe('what a fan can cast', () => {
  test('is votes and the free votes of today', () => {
    expect(voteLimits({ ...nothing, votes: 5, freeVotesToday: 3 }, 10)).toMatchObject({ castable: 8, reachable: 8 });
  });

  test('grows by what the tickets are worth', () => {
    expect(voteLimits({ ...nothing, votes: 5, tickets: 2 }, 10)).toMatchObject({ castable: 5, reachable: 25 });
  });

  test('ends at the daily cap', () => {
    const mine = { ...nothing, votes: 50, tickets: 9, usedToday: 90, dailyCap: 100 };
    expect(voteLimits(mine, 10)).toEqual({ castable: 10, reachable: 10, leftToday: 10 });
    expect(voteLimits({ ...mine, usedToday: 120 }, 10).leftToday).toBe(0);
  });
});

test('only as many tickets are turned into votes as are missing', () => {
  const mine = { ...nothing, votes: 2, freeVotesToday: 1, tickets: 9 };
  expect(ticketsNeeded(3, mine, 10)).toBe(0);
  expect(ticketsNeeded(4, mine, 10)).toBe(1);
  expect(ticketsNeeded(13, mine, 10)).toBe(1);
  expect(ticketsNeeded(14, mine, 10)).toBe(2);
});

test('ten votes are suggested, or what there is', () => {
  const limits = (castable: number, reachable: number) => ({ castable, reachable, leftToday: 1000 });
  expect(suggestedAmount(limits(80, 80))).toBe(10);
  expect(suggestedAmount(limits(3, 30))).toBe(3);
  expect(suggestedAmount(limits(0, 30))).toBe(10);
  expect(suggestedAmount(limits(0, 0))).toBe(1);
});
