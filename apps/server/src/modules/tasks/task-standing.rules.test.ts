import { describe, expect, it } from 'vitest';
import { visitProgress, streakAfter, streakReward } from './task-standing.rules.ts';
import type { LinkType } from './task.rules.ts';

const second = (count: number) => new Date(Date.UTC(2026, 10, 21, 3, 0, count));
const linksOf = (...linkTypes: LinkType[]) =>
  linkTypes.map((linkType) => ({ linkType, label: { en_US: 'Link', zh_TW: '連結' }, url: 'https://example.com' }));

const page = { typeId: 36, dwellSeconds: 15, links: linksOf('page') };
const search = { typeId: 15, dwellSeconds: 15, links: linksOf('rankSearch', 'homepage', 'channel') };

describe('the progress of a visit', () => {
  it('has nothing before the link is viewed', () => {
    expect(visitProgress(page, [], second(0))).toEqual({ done: 0, total: 1, unvisited: 1, runningUntil: undefined });
  });

  it('runs until the dwell time has passed, to the millisecond', () => {
    const visits = [{ linkType: 'page', viewedAt: second(0) }];
    const justBefore = new Date(second(15).getTime() - 1);
    expect(visitProgress(page, visits, justBefore)).toEqual({
      done: 0,
      total: 1,
      unvisited: 0,
      runningUntil: second(15),
    });
    expect(visitProgress(page, visits, second(15))).toEqual({
      done: 1,
      total: 1,
      unvisited: 0,
      runningUntil: undefined,
    });
  });

  it('counts each link of a search with a dwell time of its own', () => {
    const visits = [
      { linkType: 'homepage', viewedAt: second(10) },
      { linkType: 'rankSearch', viewedAt: second(0) },
    ];
    expect(visitProgress(search, visits, second(16))).toEqual({
      done: 1,
      total: 3,
      unvisited: 1,
      runningUntil: second(25),
    });
  });

  it('of type 13 is done as soon as it is viewed', () => {
    const visits = [{ linkType: 'page', viewedAt: second(0) }];
    expect(visitProgress({ ...page, typeId: 13 }, visits, second(0))).toMatchObject({ done: 1, unvisited: 0 });
  });
});

const rewards = [5, 10, 15, 20, 25, 30, 100];

describe('a check-in streak', () => {
  it.each([
    ['begins on day 1', {}, 1, 5],
    ['goes on with the day after yesterday', { yesterday: 1 }, 2, 10],
    ['reaches its last day', { yesterday: 6 }, 7, 100],
    ['begins again after its last day', { yesterday: 7 }, 1, 5],
  ])('%s', (_, claimed, day, reward) => {
    const streak = streakAfter(rewards, claimed);
    expect(streak).toEqual({ day, rewards, claimedToday: false });
    expect(streakReward(streak)).toBe(reward);
  });

  it('stays on the day that was claimed today', () => {
    expect(streakAfter(rewards, { yesterday: 2, today: 3 })).toEqual({ day: 3, rewards, claimedToday: true });
  });
});
