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
