import type { Turn } from '#/lib/clock/ask-at-turns.ts';

/** What a fan can give, as the server told it. */
type Terms = {
  readonly state: 'open' | 'ended';
  readonly closesAt: string;
  readonly leftToday: number;
  readonly mostSent: number;
  readonly resetsAt: string;
};

/**
 * When what a fan can give turns by itself: voting ends, unless the end was put off, or another day begins. The day is awaited
 * by a fan who has given all that one may give in a day.
 */
export function giftTurns({ state, closesAt, resetsAt, leftToday, mostSent }: Terms): readonly Turn[] {
  if (state === 'ended') return [];
  return [
    { at: closesAt, isAwaited: false },
    { at: resetsAt, isAwaited: leftToday === 0 && mostSent > 0 },
  ];
}
