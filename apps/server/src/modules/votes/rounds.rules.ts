import { activityState, type ActivityState } from './activity-state.ts';

/** One round of an activity; most have just one, as long as the activity. */
export type Round = {
  /** Counted from 1. */
  readonly round: number;
  readonly opensAt: Date;
  readonly closesAt: Date;
  /** How many go on to the next; nothing for the last. */
  readonly goOn: number | null;
  /** Whether those who go on take their votes with them. */
  readonly carries: boolean;
  /** `closed`: no vote can be written any more. `settled`: the result is written down. */
  readonly status: 'open' | 'closed' | 'settled';
  /** Since when its count has been hidden until it is settled; null before, and where it never is. It stays as it is. */
  readonly frozenAt: Date | null;
};

/** The round that a moment belongs to: the latest that has opened by then, and before any has opened the first. */
export function roundAt<R extends Round>(rounds: readonly R[], at: Date): R {
  return atLeastOne(rounds.findLast(({ opensAt }) => opensAt <= at) ?? rounds[0]);
}

/**
 * The round whose standing is shown at a moment: the latest that has opened and whose predecessors are settled. So a round
 * is on show, first live and then with its result, until the next begins.
 */
export function roundOnShow<R extends Round>(rounds: readonly R[], at: Date): R {
  const hasTallies = (index: number) => rounds.slice(0, index).every(({ status }) => status === 'settled');
  return atLeastOne(rounds.findLast(({ opensAt }, index) => opensAt <= at && hasTallies(index)) ?? rounds[0]);
}

/** The round that follows another; nothing after the last. */
export function roundAfter<R extends Round>(rounds: readonly R[], { round }: Round): R | undefined {
  return rounds.find((one) => one.round === round + 1);
}

/** Where a round is in its life, in the words of an activity's. */
export function roundState({ opensAt, closesAt, status }: Round, at: Date): ActivityState {
  return activityState({ opensAt, closesAt, isClosed: status !== 'open', isSettled: status === 'settled' }, at);
}

/** From when on the votes were received that count in a round: its own opening, or of the first round they are carried from. */
export function countedFrom(rounds: readonly Round[], { round }: Pick<Round, 'round'>): Date {
  const own = rounds.slice(0, round);
  const first = own.findLastIndex((_, index) => index === 0 || rounds[index - 1]?.carries === false);
  return atLeastOne(own[first]).opensAt;
}

function atLeastOne<R>(round: R | undefined): R {
  if (!round) throw new Error('An activity has at least one round');
  return round;
}
