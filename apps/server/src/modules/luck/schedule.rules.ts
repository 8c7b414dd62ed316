import { addDays, instantOfLocalTime, localDateAt, weekdayOf } from '#/lib/local-date.ts';
import type { Schedule } from './plan.ts';

/** One time that a plan's packet or campaign is on. The suffix tells it from the others of a plan; a single one has none. */
export type Occurrence = { readonly suffix: string; readonly opensAt: Date; readonly closesAt: Date };

const minuteMs = 60_000;

/**
 * The occurrences that have not ended at `now` and open until `until`, in order. For a schedule after the start, `now` is the
 * start.
 */
export function occurrencesOf(schedule: Schedule, { now, until }: { now: Date; until: Date }): Occurrence[] {
  switch (schedule.kind) {
    case 'once': {
      const opensAt = new Date(schedule.opensAt);
      const closesAt = new Date(schedule.closesAt);
      return closesAt > now ? [{ suffix: '', opensAt, closesAt }] : [];
    }
    case 'afterStart':
      return [{ suffix: '', ...windowFrom(new Date(now.getTime() + schedule.minutes * minuteMs), schedule) }];
    case 'daily':
    case 'weekly':
      return repeatsOf(schedule, { now, until });
  }
}

type Repeating = Extract<Schedule, { kind: 'daily' | 'weekly' }>;

function repeatsOf(schedule: Repeating, { now, until }: { now: Date; until: Date }): Occurrence[] {
  const { timeZone, lastsMinutes } = schedule;
  const first = localDateAt(new Date(now.getTime() - lastsMinutes * minuteMs), timeZone);
  const last = localDateAt(until, timeZone);
  const times = schedule.kind === 'daily' ? schedule.at.toSorted() : [schedule.at];
  const occurrences: Occurrence[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    if (schedule.kind === 'weekly' && weekdayOf(date) !== schedule.weekday) continue;
    for (const time of times) {
      const window = windowFrom(instantOfLocalTime(date, time, timeZone), schedule);
      const isTooLate = schedule.until !== undefined && window.closesAt > new Date(schedule.until);
      if (window.closesAt <= now || window.opensAt > until || isTooLate) continue;
      occurrences.push({ suffix: `-${date.replaceAll('-', '')}-${time.replace(':', '')}`, ...window });
    }
  }
  return occurrences;
}

function windowFrom(opensAt: Date, { lastsMinutes }: { readonly lastsMinutes: number }) {
  return { opensAt, closesAt: new Date(opensAt.getTime() + lastsMinutes * minuteMs) };
}
