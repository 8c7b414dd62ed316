/**
 * Calendar dates in a time zone as texts such as `2026-11-21`, which sort in order and name the occurrences of daily tasks.
 */

const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60 * 1000;

/**
 * Local time is from 12 hours behind to 14 hours ahead of UTC, so a date begins between these hours around its UTC
 * midnight.
 */
const earliestStartMs = -15 * 60 * minuteMs;
const latestStartMs = 13 * 60 * minuteMs;

/** Keeps a format for each time zone in use, because creating one is expensive. */
function formatOfEachZone(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

const dateFormat = formatOfEachZone({
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const offsetFormat = formatOfEachZone({ timeZoneName: 'longOffset' });

/** Returns the date of an instant in a time zone. */
export function localDateAt(at: Date, timeZone: string): string {
  const parts = new Map(
    dateFormat(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/**
 * Returns the first instant of a date in a time zone, which is not always midnight: clocks may skip it, or the whole
 * date. Local dates never run backwards, so a binary search finds it, to the minute.
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

/**
 * Returns the instant of a local time such as `20:30` on a date. A time that clocks skip is moved forward with them; of a
 * time that comes twice it is the first.
 */
export function instantOfLocalTime(date: string, time: string, timeZone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const asUtcMs = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * minuteMs;
  // The offset before and after any change of clocks near the date.
  const offsets = [asUtcMs - dayMs, asUtcMs + dayMs].map((ms) => offsetMs(new Date(ms), timeZone));
  const candidates = offsets.map((offset) => asUtcMs - offset).toSorted((a, b) => a - b);
  const exact = candidates.find((ms) => ms + offsetMs(new Date(ms), timeZone) === asUtcMs);
  return new Date(exact ?? asUtcMs - (offsets[0] ?? 0));
}

/** Returns how far a time zone's clocks are ahead of UTC. */
function offsetMs(at: Date, timeZone: string): number {
  const parts = offsetFormat(timeZone).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/** Adds days to a date; a negative number subtracts. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the ISO 8601 weekday: 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/**
 * Returns the ISO 8601 week of a date, as `2026-W47`. A week belongs to the year of its Thursday, so dates near New
 * Year may belong to another year's week.
 */
export function isoWeekOf(date: string): string {
  const thursday = addDays(date, 4 - weekdayOf(date));
  const year = thursday.slice(0, 4);
  const dayOfYear = (Date.parse(`${thursday}T00:00:00Z`) - Date.parse(`${year}-01-01T00:00:00Z`)) / dayMs;
  const week = Math.floor(dayOfYear / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Returns the first instant of an instant's week, or of a later week. Weeks begin on Monday. */
export function startOfWeek(at: Date, timeZone: string, weeksLater = 0): Date {
  const today = localDateAt(at, timeZone);
  return startOfLocalDate(addDays(today, 1 - weekdayOf(today) + 7 * weeksLater), timeZone);
}
