import { addDays, isoWeekOf, localDateAt, startOfLocalDate, startOfWeek } from '#/lib/local-date.ts';

/** How often a task can be done. */
export type TaskPeriod = 'once' | 'daily' | 'weekly';

/**
 * The stretches of time an instant lies in, by period. A task can be done once in each: `once` for ever, a day as
 * `2026-11-21`, an ISO week as `2026-W47`, by the platform's calendar.
 */
export type Occurrences = Readonly<Record<TaskPeriod, string>>;

/** The occurrences an instant lies in, in the platform's time zone. */
export function occurrencesAt(at: Date, timeZone: string): Occurrences {
  const today = localDateAt(at, timeZone);
  return { once: 'once', daily: today, weekly: isoWeekOf(today) };
}

/** The day before the one an instant lies in, as a daily occurrence. */
export function dayBefore(day: string): string {
  return addDays(day, -1);
}

/** When the occurrence an instant lies in gives way to the next one; never for a task that is done once. */
export function nextOccurrenceStart(period: TaskPeriod, at: Date, timeZone: string): Date | undefined {
  if (period === 'once') return undefined;
  if (period === 'weekly') return startOfWeek(at, timeZone, 1);
  return startOfLocalDate(addDays(localDateAt(at, timeZone), 1), timeZone);
}
