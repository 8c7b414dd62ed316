import type { Activity } from './activities.view.ts';

export type ActivityState = 'scheduled' | 'open' | 'closing' | 'final';

/**
 * How long after the closing second a period is closed at the earliest. A vote received in time may still wait in a queue
 * or for a database that restarts; it counts if it is written before this grace is over.
 */
export const closingGraceMs = 15_000;

/** Where an activity is in its life. It is `closing` until its period is closed in the ledger, whatever the clock says. */
export function activityState(activity: Pick<Activity, 'opensAt' | 'closesAt' | 'isClosed'>, at: Date): ActivityState {
  if (activity.isClosed) return 'final';
  if (at < activity.opensAt) return 'scheduled';
  return at < activity.closesAt ? 'open' : 'closing';
}

/** Whether the period can be closed: the grace for votes on their way is over. */
export function isDueToClose(activity: Pick<Activity, 'closesAt' | 'isClosed'>, at: Date): boolean {
  return !activity.isClosed && at.getTime() >= activity.closesAt.getTime() + closingGraceMs;
}
