import { describe, expect, it } from 'vitest';
import { streakAfter, streakReward } from './streak.rules.ts';

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
