import { addDays, localDateAt, startOfLocalDate, weekdayOf } from '#/lib/local-date.ts';

/** A week from Monday to Monday in the platform's time zone. The id is the date of its first day. */
export type Week = { readonly periodId: string; readonly startsAt: Date; readonly endsAt: Date };

const weekDays = 7;

/** The days after the end of a period in which its bonus waits to be received. */
export const receiveDays = 60;

/** Returns the week of an instant, or one that begins `weeksLater`. Where clocks change it has an hour less or more. */
export function weekOf(at: Date, timeZone: string, weeksLater = 0): Week {
  const today = localDateAt(at, timeZone);
  const periodId = addDays(today, 1 - weekdayOf(today) + weekDays * weeksLater);
  return {
    periodId,
    startsAt: startOfLocalDate(periodId, timeZone),
    endsAt: startOfLocalDate(addDays(periodId, weekDays), timeZone),
  };
}

/** Returns when a stake returns that counts for `periods` from its first one on. */
export function returnOf(firstPeriod: string, periods: number, timeZone: string): Date {
  return startOfLocalDate(addDays(firstPeriod, weekDays * periods), timeZone);
}

/** Returns whether a text is the id of a period, and so a date. */
export function isPeriodId(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}
