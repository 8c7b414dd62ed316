/** Reports of a fan of any kind. Those decided as unfounded are remembered for 30 days. */
export type PastReports = {
  readonly sentToday: number;
  /** About child safety, which hide at once. */
  readonly alarmsToday: number;
  /** About child safety and decided as unfounded. */
  readonly falseAlarms: number;
  readonly unfounded: number;
};

/** In 24 hours, for one fan. */
export const mostReportsADay = 20;
const mostAlarmsADay = 3;
const mostUnfounded = 2;

/**
 * Whether the next report of a fan hides: alone, about child safety, or together with those of others. One false alarm, or
 * several reports without ground, cost that.
 */
export function mayHide({ alarmsToday, falseAlarms, unfounded }: PastReports, reason: string): boolean {
  if (falseAlarms > 0 || unfounded > mostUnfounded) return false;
  return reason !== 'childSafety' || alarmsToday < mostAlarmsADay;
}
