import { describe, expect, it, test } from 'vitest';
import { ballotDay, isTooLateToCount, mostPressing, nextBallotAfter, pollState, rankTallies } from './poll.rules.ts';

const opensAt = new Date('2026-11-20T00:00:00Z');
const closesAt = new Date('2026-11-30T20:00:00Z');
const after = (date: Date, ms: number) => new Date(date.getTime() + ms);

describe('the state of a poll', () => {
  it.each([
    ['scheduled', after(opensAt, -1)],
    ['open', opensAt],
    ['open', after(closesAt, -1)],
    ['closing', closesAt],
    ['closing', after(closesAt, 29_999)],
    ['final', after(closesAt, 30_000)],
  ])('is %s at %s', (state, at) => {
    expect(pollState({ opensAt, closesAt }, at)).toBe(state);
  });

  it('leaves fifteen seconds to count votes received in time, and as many to write them', () => {
    expect(isTooLateToCount({ closesAt }, after(closesAt, 14_999))).toBe(false);
    expect(isTooLateToCount({ closesAt }, after(closesAt, 15_000))).toBe(true);
  });
});

describe('the day of a ballot', () => {
  it.each([
    ['Asia/Taipei', '2026-11-20T15:59:59.999Z', '2026-11-20'],
    ['Asia/Taipei', '2026-11-20T16:00:00.000Z', '2026-11-21'],
    ['Pacific/Honolulu', '2026-11-21T09:59:59.999Z', '2026-11-20'],
  ])('in %s at %s is %s', (timeZone, at, day) => {
    expect(ballotDay({ timeZone }, new Date(at))).toBe(day);
  });

  it('ends with the midnight of the poll, unless the poll closes before', () => {
    const poll = { timeZone: 'Asia/Taipei', closesAt };
    expect(nextBallotAfter(poll, '2026-11-29')).toEqual(new Date('2026-11-29T16:00:00Z'));
    expect(nextBallotAfter(poll, '2026-12-01')).toBeNull();
    expect(nextBallotAfter({ ...poll, closesAt: new Date('2026-11-29T16:00:00Z') }, '2026-11-29')).toBeNull();
  });
});

describe('the poll that needs attention first', () => {
  const poll = (activityId: string, opens: number, closes: number) => ({
    activityId,
    opensAt: after(opensAt, opens),
    closesAt: after(opensAt, closes),
    timeZone: 'Asia/Taipei',
  });
  const [ended, open, coming] = [poll('ended', -20, -10), poll('open', -10, 10), poll('coming', 10, 20)];

  it('is an open one, else the next, else the last', () => {
    expect(mostPressing([ended, coming, open], opensAt)).toBe(open);
    expect(mostPressing([ended, poll('later', 30, 40), coming], opensAt)).toBe(coming);
    expect(mostPressing([poll('older', -90, -80), ended], opensAt)).toBe(ended);
    expect(mostPressing([], opensAt)).toBeUndefined();
  });
});

const tally = (number: number, points: number, firstPlaces = 0) => ({
  idolId: `idol-${number}`,
  number,
  points,
  firstPlaces,
});

test('idols stand by points, then by first places, then by their number, and share no rank', () => {
  const tallies = [tally(4, 0), tally(9, 20, 1), tally(2, 20, 2), tally(7, 30), tally(1, 0), tally(3, 20, 1)];
  expect(rankTallies(tallies).map(({ rank, idolId }) => [rank, idolId])).toEqual([
    [1, 'idol-7'],
    [2, 'idol-2'],
    [3, 'idol-3'],
    [4, 'idol-9'],
    [5, 'idol-1'],
    [6, 'idol-4'],
  ]);
});
