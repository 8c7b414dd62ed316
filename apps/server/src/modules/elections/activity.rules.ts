import type { PriceSteps, RuleDocument } from '@lightstick/contract';

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

export type ActivityState = 'scheduled' | 'open' | 'closing' | 'tallying' | 'final';

/**
 * How long after the closing second a period is closed at the earliest. A vote received in time may still wait in a queue
 * or for a database that restarts; it counts if it is written before this grace is over. `ledger.close_period` holds to the same.
 */
export const closingGraceMs = 15_000;

/** What an activity, or a round of one, goes by: its times, whether votes can still be written and whether its result is. */
type Life = {
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly isClosed: boolean;
  readonly isSettled: boolean;
};

/**
 * Where an activity is in its life. After the closing second it is `closing` until no vote can be written any more, then
 * `tallying` until its result is written down, whatever the clock says.
 */
export function activityState(activity: Life, at: Date): ActivityState {
  if (activity.isSettled) return 'final';
  if (at < activity.opensAt) return 'scheduled';
  if (at < activity.closesAt) return 'open';
  return activity.isClosed ? 'tallying' : 'closing';
}

/** Whether nobody can vote in an activity any more; nothing is spent on it from then on. */
export function hasEnded({ isClosed, closesAt }: Pick<Life, 'isClosed' | 'closesAt'>, at: Date): boolean {
  return isClosed || at >= closesAt;
}

/** Whether a round can be closed, and then settled: the grace for votes on their way is over. */
export function isDueToSettle(
  { closesAt, status }: { readonly closesAt: Date; readonly status: 'open' | 'closed' | 'settled' },
  at: Date,
): boolean {
  return status !== 'settled' && at.getTime() >= closesAt.getTime() + closingGraceMs;
}

/** The rules that an activity was published with; null where there are none. */
type Ruled = { readonly ruleSet: { readonly document: RuleDocument } | null };

/**
 * From when on the count of a round is hidden until it is settled; null where the rules never hide it. Once it is hidden
 * that stays as it is, wherever the round's end is moved: what was hidden already must not come to light by it.
 */
export function freezeOf({ ruleSet }: Ruled, { opensAt, closesAt, frozenAt }: Round): Date | null {
  if (frozenAt !== null) return frozenAt;
  const minutes = ruleSet?.document.displayFreezeMinutes ?? 0;
  if (minutes === 0) return null;
  return new Date(Math.max(opensAt.getTime(), closesAt.getTime() - minutes * 60_000));
}

/** Whether a round's count is hidden at a moment or was hidden before; once it is, it is so for every clock. */
export function isFrozenBy(activity: Ruled, round: Round, at: Date): boolean {
  if (round.frozenAt !== null) return true;
  const frozenAt = freezeOf(activity, round);
  return frozenAt !== null && at >= frozenAt;
}

/** The round whose count is hidden at a moment; nothing while the count is on show. */
export function hiddenRound(activity: Ruled & { readonly rounds: readonly Round[] }, at: Date): Round | undefined {
  const round = roundOnShow(activity.rounds, at);
  return round.status !== 'settled' && isFrozenBy(activity, round, at) ? round : undefined;
}

/** What a ticket of an activity is worth. Where no rules were published, each is worth the same. */
export function priceStepsOf({ ruleSet, votesPerTicket }: Ruled & { readonly votesPerTicket: number }) {
  const steps: PriceSteps = ruleSet?.document.priceSteps ?? [{ fromTicket: 1, votesPerTicket }];
  return [...steps];
}
