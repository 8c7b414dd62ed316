import type { Streak } from './task.ts';

export type StreakDayState = {
  /** 1 for the first day of the streak. */
  readonly number: number;
  readonly reward: number;
  readonly state: 'claimed' | 'today' | 'ahead';
};

/** The days of a streak. `day` is the next one to claim, or the last claimed one when today's is fetched already. */
export function streakDays({ day, rewards, claimedToday }: Streak): readonly StreakDayState[] {
  const claimed = claimedToday ? day : day - 1;
  return rewards.map((reward, index) => {
    const number = index + 1;
    const isToday = number === day && !claimedToday;
    return { number, reward, state: number <= claimed ? 'claimed' : isToday ? 'today' : 'ahead' };
  });
}
