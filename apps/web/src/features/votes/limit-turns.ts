import type { Turn } from '#/lib/clock/ask-at-turns.ts';
import type { MyVotes } from './vote-limits.ts';

/**
 * When what a fan can cast turns by itself: a stretch near the end is over, the account is old enough, or another day begins
 * in the zone of the election. A turn is awaited by whom can cast nothing before it.
 */
export function limitTurns({ left, mayVoteFrom, dayEndsAt }: Pick<MyVotes, 'left' | 'mayVoteFrom' | 'dayEndsAt'>) {
  const turns: Turn[] = [{ at: dayEndsAt, isAwaited: left.dailyCap === 0 || left.paidShare === 0 }];
  if (left.ending) turns.push({ at: left.ending.until, isAwaited: left.ending.votes === 0 });
  if (mayVoteFrom !== null) turns.push({ at: mayVoteFrom, isAwaited: true });
  return turns;
}
