import { isoWeekOf, localDateAt, startOfWeek } from '#/lib/local-date.ts';

/** A week of the platform's calendar: its ISO name and its first instant. */
export type Week = { readonly name: string; readonly startsAt: Date };

/** Returns the week of an instant and the next week. Weeks begin on Monday at midnight in the platform's time zone. */
export function weeksAt(at: Date, timeZone: string): readonly [Week, Week] {
  const [startsAt, nextAt] = [startOfWeek(at, timeZone), startOfWeek(at, timeZone, 1)];
  const named = (start: Date): Week => ({ name: isoWeekOf(localDateAt(start, timeZone)), startsAt: start });
  return [named(startsAt), named(nextAt)];
}
