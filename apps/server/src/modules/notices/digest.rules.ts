import { addDays, instantOfLocalTime, localDateAt, weekdayOf } from '#/lib/local-date.ts';

export type Rhythm = 'daily' | 'weekly';

const morning = '09:00';
/** A run that was late still sends before the evening. */
const evening = '21:00';
const monday = 1;

/** Returns the next time for a digest after an instant, by the clock of a zone: at 09:00, of a weekly one on Monday. */
export function nextDigest(after: Date, rhythm: Rhythm, timeZone: string): Date {
  for (let day = localDateAt(after, timeZone); ; day = addDays(day, 1)) {
    if (rhythm === 'weekly' && weekdayOf(day) !== monday) continue;
    const due = instantOfLocalTime(day, morning, timeZone);
    if (due > after) return due;
  }
}

/** Returns whether a digest may be sent at an instant: by day only. */
export function isDigestTime(at: Date, timeZone: string): boolean {
  const today = localDateAt(at, timeZone);
  return at >= instantOfLocalTime(today, morning, timeZone) && at < instantOfLocalTime(today, evening, timeZone);
}
