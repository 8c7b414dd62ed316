import { addDays, isoWeekOf, localDateAt, startOfLocalDate, startOfWeek } from '#/lib/local-date.ts';

export type TaskPeriod = 'once' | 'daily' | 'weekly';

/**
 * The occurrence of an instant, by period. A task can be done once per occurrence: `once` for ever, a day as
 * `2026-11-21`, an ISO week as `2026-W47`, by the platform's calendar.
 */
export type Occurrences = Readonly<Record<TaskPeriod, string>>;

/** Returns the occurrences of an instant in the platform's time zone. */
export function occurrencesAt(at: Date, timeZone: string): Occurrences {
  const today = localDateAt(at, timeZone);
  return { once: 'once', daily: today, weekly: isoWeekOf(today) };
}

/** The previous day, as a daily occurrence. */
export function dayBefore(day: string): string {
  return addDays(day, -1);
}

/** When the next occurrence begins; undefined for a task that is done once. */
export function nextOccurrenceStart(period: TaskPeriod, at: Date, timeZone: string): Date | undefined {
  if (period === 'once') return undefined;
  if (period === 'weekly') return startOfWeek(at, timeZone, 1);
  return startOfLocalDate(addDays(localDateAt(at, timeZone), 1), timeZone);
}
