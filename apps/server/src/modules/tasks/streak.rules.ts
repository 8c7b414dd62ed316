/** A streak as a fan sees it: `day` is the next day claimed or, when today is claimed, today's. Days count from 1. */
export type Streak = { readonly day: number; readonly rewards: readonly number[]; readonly claimedToday: boolean };

/** The days of a streak on which check-ins were claimed: yesterday's is what today's continues. */
type ClaimedDays = { readonly yesterday?: number | undefined; readonly today?: number | undefined };

/** Where a check-in stands. After its last day a streak begins again, and so it does after a day that was missed. */
export function streakAfter(rewards: readonly number[], claimed: ClaimedDays): Streak {
  if (claimed.today !== undefined) return { day: claimed.today, rewards, claimedToday: true };
  const day = claimed.yesterday === undefined ? 1 : (claimed.yesterday % rewards.length) + 1;
  return { day, rewards, claimedToday: false };
}

/** What the streak's day is worth in Points. */
export function streakReward({ day, rewards }: Streak): number {
  const reward = rewards[day - 1];
  if (reward === undefined) throw new Error(`A streak of ${rewards.length} days has no day ${day}`);
  return reward;
}
