import { describe, expect, test } from 'vitest';
import { votesLeft } from './votes-left.rules.ts';

const at = new Date('2026-11-21T12:00:00Z');
const minutesOn = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const nothing = { dayVotes: 0, dayFree: 0, endingStep: 0, endingVotes: 0 };
const open = { dailyCap: null, freeVotesPerDay: 0, paidShareMaxPercent: null, endings: [] };

test('where there is no limit, none is told', () => {
  expect(votesLeft(open, { ...nothing, dayVotes: 9_999 }, at)).toEqual({
    dailyCap: null,
    paidShare: null,
    ending: null,
  });
});

test('the daily cap leaves what was not cast, and never less than nothing', () => {
  expect(votesLeft({ ...open, dailyCap: 50 }, { ...nothing, dayVotes: 20 }, at).dailyCap).toBe(30);
  expect(votesLeft({ ...open, dailyCap: 50 }, { ...nothing, dayVotes: 60 }, at).dailyCap).toBe(0);
});

test.each([
  // Beside 3 free votes at most 12 others are 80 percent.
  [80, 3, 0, 0, 15],
  [80, 3, 5, 3, 10],
  [80, 3, 15, 3, 0],
  [50, 3, 0, 0, 6],
  [33, 3, 0, 0, 4],
  [50, 0, 0, 0, 0],
])('of %i percent and %i free votes a day, %i cast with %i free leave %i', (percent, free, dayVotes, dayFree, left) => {
  const limits = { ...open, freeVotesPerDay: free, paidShareMaxPercent: percent };
  expect(votesLeft(limits, { ...nothing, dayVotes, dayFree }, at).paidShare).toBe(left);
});

describe('near the end', () => {
  const endings = [
    { from: minutesOn(60), cap: 200 },
    { from: minutesOn(110), cap: 50 },
    { from: minutesOn(120), cap: null },
  ];
  const left = (minutes: number, cast = nothing) => votesLeft({ ...open, endings }, cast, minutesOn(minutes)).ending;

  test('nothing is limited before the first stretch', () => {
    expect(left(59)).toBeNull();
  });

  test('each stretch begins anew, and tells until when it lasts', () => {
    const cast = { ...nothing, endingStep: 1, endingVotes: 180 };
    expect(left(60)).toEqual({ votes: 200, until: minutesOn(110).toISOString() });
    expect(left(60, cast)).toEqual({ votes: 20, until: minutesOn(110).toISOString() });
    expect(left(110, cast)).toEqual({ votes: 50, until: minutesOn(120).toISOString() });
  });

  test('after the end of the round nothing is limited', () => {
    expect(left(120, { ...nothing, endingStep: 2, endingVotes: 50 })).toBeNull();
  });

  test('a vote that was received earlier but asked about later counts to the later stretch', () => {
    expect(left(109, { ...nothing, endingStep: 2, endingVotes: 10 })).toMatchObject({ votes: 40 });
  });
});
