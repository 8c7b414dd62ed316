import { describe, expect, test } from 'vitest';
import { askAgainAfterMs } from './ask-again.ts';

const noLimit = { dailyCap: null, paidShare: null, ending: null };
const dayEndsAt = '2026-11-21T16:00:00.000Z';
const dayEndsMs = Date.parse(dayEndsAt);
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
const first = () => 0;
const middle = () => 0.5;
const last = () => 1;

/** How long the wait is for a fan whose limits were asked for at a time of day, and it is still the same moment. */
function waitAt(time: string, limits: object, random = first): number {
  const told = { left: noLimit, mayVoteFrom: null, dayEndsAt, ...limits };
  return askAgainAfterMs(told, { askedAtMs: at(time), nowMs: at(time) }, random);
}

/** When a browser asks, in ms after the end of the day, if that never brings anything. */
function askings(random: () => number, count: number): readonly number[] {
  const told = { left: { ...noLimit, dailyCap: 0 }, mayVoteFrom: null, dayEndsAt };
  const times: number[] = [];
  let askedAtMs = dayEndsMs - 1000;
  for (let asked = 0; asked < count; asked += 1) {
    askedAtMs += askAgainAfterMs(told, { askedAtMs, nowMs: askedAtMs }, random);
    times.push(askedAtMs - dayEndsMs);
  }
  return times;
}

describe('what a fan can cast is asked for again', () => {
  test('when the day is over', () => {
    expect(waitAt('15:59:00', {})).toBe(60_400);
  });

  test('before that when a stretch near the end is over, or the account is old enough, whichever comes first', () => {
    const left = { ...noLimit, ending: { votes: 0, until: '2026-11-21T12:55:00.000Z' } };
    const mayVoteFrom = '2026-11-21T12:54:00.000Z';
    expect(waitAt('12:50:00', { left })).toBe(300_400);
    expect(waitAt('12:50:00', { left, mayVoteFrom })).toBe(240_400);
  });

  test('by every browser a moment later of its own, spread over a quarter of a minute', () => {
    expect(waitAt('15:59:00', {}, middle)).toBe(67_900);
    expect(waitAt('15:59:00', {}, last)).toBe(75_400);
    const ending = { votes: 3, until: '2026-11-21T15:59:30.000Z' };
    expect(waitAt('15:59:00', { left: { ...noLimit, ending } }, last)).toBe(45_400);
  });

  test.each([
    ['has cast all of a stretch near the end', { left: { ...noLimit, ending: { votes: 0, until: dayEndsAt } } }],
    ['has reached the daily cap', { left: { ...noLimit, dailyCap: 0 } }],
    ['may cast free votes only', { left: { ...noLimit, paidShare: 0 } }],
    ['may not vote yet', { mayVoteFrom: dayEndsAt }],
  ])('within two seconds where the fan %s', (_, limits) => {
    expect(waitAt('15:59:00', limits, first)).toBe(60_400);
    expect(waitAt('15:59:00', limits, last)).toBe(62_000);
  });

  test('sooner at a turn that is waited for than at one just before it that is not', () => {
    const ending = { votes: 3, until: '2026-11-21T15:59:58.000Z' };
    const mayVoteFrom = dayEndsAt;
    expect(waitAt('15:59:00', { left: { ...noLimit, ending }, mayVoteFrom }, last)).toBe(62_000);
  });
});

describe('what fails, or is still told of a moment that is over', () => {
  test('is asked for again after as long as it has been asked for in vain, and a minute at most', () => {
    expect(askings(first, 8)).toEqual([400, 2400, 4800, 9600, 19_200, 38_400, 68_400, 98_400]);
    expect(askings(last, 6)).toEqual([2000, 6000, 18_000, 54_000, 114_000, 174_000]);
  });

  test('is not asked for twice at once, whatever is drawn while the answer is on its way', () => {
    const told = { left: noLimit, mayVoteFrom: null, dayEndsAt };
    const asking = { askedAtMs: dayEndsMs - 1000, nowMs: dayEndsMs + 500 };
    expect(askAgainAfterMs(told, asking, first)).toBe(4000);
  });

  test('does not begin to wait anew with each second that is drawn', () => {
    const told = { left: noLimit, mayVoteFrom: null, dayEndsAt };
    const askedAtMs = dayEndsMs + 20_000;
    const wait = (nowMs: number) => askAgainAfterMs(told, { askedAtMs, nowMs }, middle);
    expect(wait(askedAtMs)).toBe(30_000);
    expect(wait(askedAtMs + 1000)).toBe(29_000);
  });
});
