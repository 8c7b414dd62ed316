/**
 * Calendar dates in a time zone, as text like `2026-11-21`: they sort as they follow each other, and they are what an
 * occurrence of a daily task is named after.
 */

const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60 * 1000;

/** Local time runs from 12 hours behind UTC to 14 ahead, so a date begins between these hours around its UTC midnight. */
const earliestStartMs = -15 * 60 * minuteMs;
const latestStartMs = 13 * 60 * minuteMs;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs far more than using it. There are as many as time zones in use, which is one or two. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The date that people in the time zone write at an instant. Unlike dates, instants are the same everywhere. */
export function localDateAt(at: Date, timeZone: string): string {
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/**
 * The first instant of a date in a time zone. It is not always midnight: where the clocks go forward at midnight the
 * date begins at one o'clock, and a date that a zone left out altogether begins with the one after it.
 *
 * Nowhere do local dates run backwards any more, so the instant is found by halving, to the minute on which zones change their offset.
 */
export function startOfLocalDate(date: string, timeZone: string): Date {
  const utcMidnightMs = Date.parse(`${date}T00:00:00Z`);
  let before = (utcMidnightMs + earliestStartMs) / minuteMs;
  let begun = (utcMidnightMs + latestStartMs) / minuteMs;
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (localDateAt(new Date(middle * minuteMs), timeZone) < date) before = middle;
    else begun = middle;
  }
  return new Date(begun * minuteMs);
}

/** The date a number of days later, or earlier when it is negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The place of a date in its week: 1 for Monday to 7 for Sunday, as ISO 8601 counts. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/**
 * The ISO 8601 week of a date, as `2026-W47`. Weeks begin on Monday and belong to the year of their Thursday, so the
 * first days of January may stand in the last week of the year before, and the last of December in the first of the next.
 */
export function isoWeekOf(date: string): string {
  const thursday = addDays(date, 4 - weekdayOf(date));
  const year = thursday.slice(0, 4);
  const dayOfYear = (Date.parse(`${thursday}T00:00:00Z`) - Date.parse(`${year}-01-01T00:00:00Z`)) / dayMs;
  const week = Math.floor(dayOfYear / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The first instant of the week an instant lies in, or of one so many weeks later. Weeks begin on Monday. */
export function startOfWeek(at: Date, timeZone: string, weeksLater = 0): Date {
  const today = localDateAt(at, timeZone);
  return startOfLocalDate(addDays(today, 1 - weekdayOf(today) + 7 * weeksLater), timeZone);
}
