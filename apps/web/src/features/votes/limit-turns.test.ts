import { expect, test } from 'vitest';
import { limitTurns } from './limit-turns.ts';

const noLimit = { dailyCap: null, paidShare: null, ending: null };
const dayEndsAt = '2026-11-21T16:00:00.000Z';
const until = '2026-11-21T12:55:00.000Z';
const mayVoteFrom = '2026-11-21T12:54:00.000Z';

test('what a fan can cast turns with the day, with a stretch near the end, and when the account is old enough', () => {
  const left = { ...noLimit, ending: { votes: 3, until } };
  expect(limitTurns({ left: noLimit, mayVoteFrom: null, dayEndsAt })).toEqual([{ at: dayEndsAt, isAwaited: false }]);
  expect(limitTurns({ left, mayVoteFrom, dayEndsAt }).map(({ at }) => at)).toEqual([dayEndsAt, until, mayVoteFrom]);
});

test.each([
  ['has cast all of a stretch near the end', { left: { ...noLimit, ending: { votes: 0, until } } }, until],
  ['has reached the daily cap', { left: { ...noLimit, dailyCap: 0 } }, dayEndsAt],
  ['may cast free votes only', { left: { ...noLimit, paidShare: 0 } }, dayEndsAt],
  ['may not vote yet', { mayVoteFrom }, mayVoteFrom],
])('the turn is awaited by a fan who %s', (_, limits, awaited) => {
  const turns = limitTurns({ left: noLimit, mayVoteFrom: null, dayEndsAt, ...limits });
  expect(turns.filter(({ isAwaited }) => isAwaited).map(({ at }) => at)).toEqual([awaited]);
});
