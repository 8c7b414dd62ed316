import type { PriceSteps, RuleDocument } from '@lightstick/contract';

/** A round of an activity; most activities have one. */
export type Round = {
  /** The number of the round, from 1. */
  readonly round: number;
  readonly opensAt: Date;
  readonly closesAt: Date;
  /** The number of idols that advance; null in the last round. */
  readonly goOn: number | null;
  /** Whether they keep their votes. */
  readonly carries: boolean;
  /** `closed`: no vote can be written any more. `settled`: the result is stored. */
  readonly status: 'open' | 'closed' | 'settled';
  /**
   * The time from which the count is hidden until the settlement; null before, or without display freeze. It never
   * changes.
   */
  readonly frozenAt: Date | null;
};

/** Returns the round of an instant: the latest that has opened, or the first before any has. */
export function roundAt<R extends Round>(rounds: readonly R[], at: Date): R {
  return atLeastOne(rounds.findLast(({ opensAt }) => opensAt <= at) ?? rounds[0]);
}

/**
 * Returns the round on display: the latest that has opened and whose predecessors are settled. It stays on display with
 * its result until the next begins.
 */
export function roundOnShow<R extends Round>(rounds: readonly R[], at: Date): R {
  const hasTallies = (index: number) => rounds.slice(0, index).every(({ status }) => status === 'settled');
  return atLeastOne(rounds.findLast(({ opensAt }, index) => opensAt <= at && hasTallies(index)) ?? rounds[0]);
}

/** Returns the next round; undefined after the last. */
export function roundAfter<R extends Round>(rounds: readonly R[], { round }: Round): R | undefined {
  return rounds.find((one) => one.round === round + 1);
}

/** Returns a round's state, in the terms of an activity's. */
export function roundState({ opensAt, closesAt, status }: Round, at: Date): ActivityState {
  return activityState({ opensAt, closesAt, isClosed: status !== 'open', isSettled: status === 'settled' }, at);
}

/**
 * Returns from when received votes count in a round: its own opening, or that of the first round they are carried from.
 */
export function countedFrom(rounds: readonly Round[], { round }: Pick<Round, 'round'>): Date {
  const own = rounds.slice(0, round);
  const first = own.findLastIndex((_, index) => index === 0 || rounds[index - 1]?.carries === false);
  return atLeastOne(own[first]).opensAt;
}

function atLeastOne<R>(round: R | undefined): R {
  if (!round) throw new Error('An activity has at least one round');
  return round;
}

export type ActivityState = 'scheduled' | 'open' | 'closing' | 'tallying' | 'final';

/**
 * The earliest time from the close to the end of a period. A vote received in time may still wait in a queue or for a
 * restarting database; it counts if it is written within this grace, which `ledger.close_period` enforces.
 */
export const closingGraceMs = 15_000;

/** The times and the state of an activity or a round. */
type Life = {
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly isClosed: boolean;
  readonly isSettled: boolean;
};

/**
 * Returns the state of an activity. After the close it is `closing` until no vote can be written, then `tallying` until
 * its result is stored, whatever the clock shows.
 */
export function activityState(activity: Life, at: Date): ActivityState {
  if (activity.isSettled) return 'final';
  if (at < activity.opensAt) return 'scheduled';
  if (at < activity.closesAt) return 'open';
  return activity.isClosed ? 'tallying' : 'closing';
}

/** Returns whether voting is over; nothing can be spent on the activity from then on. */
export function hasEnded({ isClosed, closesAt }: Pick<Life, 'isClosed' | 'closesAt'>, at: Date): boolean {
  return isClosed || at >= closesAt;
}

/** Returns whether a round's grace has ended, so that it can be closed and settled. */
export function isDueToSettle(
  { closesAt, status }: { readonly closesAt: Date; readonly status: 'open' | 'closed' | 'settled' },
  at: Date,
): boolean {
  return status !== 'settled' && at.getTime() >= closesAt.getTime() + closingGraceMs;
}

/** The published rules of an activity, or null. */
type RuledActivity = { readonly ruleSet: { readonly document: RuleDocument } | null };

/**
 * Returns from when a round's count is hidden until the settlement; null without display freeze. Once hidden it stays
 * so even if the end moves, because hidden votes must not be revealed.
 */
export function freezeOf({ ruleSet }: RuledActivity, { opensAt, closesAt, frozenAt }: Round): Date | null {
  if (frozenAt !== null) return frozenAt;
  const minutes = ruleSet?.document.displayFreezeMinutes ?? 0;
  if (minutes === 0) return null;
  return new Date(Math.max(opensAt.getTime(), closesAt.getTime() - minutes * 60_000));
}

/** Returns whether a round's count is or was hidden at an instant; once it is, it is for every clock. */
export function isFrozenBy(activity: RuledActivity, round: Round, at: Date): boolean {
  if (round.frozenAt !== null) return true;
  const frozenAt = freezeOf(activity, round);
  return frozenAt !== null && at >= frozenAt;
}

/** Returns the round with a hidden count at an instant; undefined while the count is shown. */
export function hiddenRound(
  activity: RuledActivity & { readonly rounds: readonly Round[] },
  at: Date,
): Round | undefined {
  const round = roundOnShow(activity.rounds, at);
  return round.status !== 'settled' && isFrozenBy(activity, round, at) ? round : undefined;
}

/** Returns the value of an activity's tickets. Without published rules all are equal. */
export function priceStepsOf({ ruleSet, votesPerTicket }: RuledActivity & { readonly votesPerTicket: number }) {
  const steps: PriceSteps = ruleSet?.document.priceSteps ?? [{ fromTicket: 1, votesPerTicket }];
  return [...steps];
}
