/** A time in a pack: fixed, or relative to the anchor, the time of the pack's first application. */
export type PackTime =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'relative'; readonly ms: number };

/** The times an application uses: relative times count from the anchor, freezes from now. */
export type Moment = { readonly anchoredAt: Date; readonly now: Date };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const freezingMs = 10 * minuteMs;

/**
 * Returns the instant until which openings are frozen: ten minutes from now, because server clocks differ, applying a
 * pack takes time, and nothing may change under a fan who has begun.
 */
export function lastFrozenOpening({ now }: Pick<Moment, 'now'>): Date {
  return new Date(now.getTime() + freezingMs);
}

/** An ISO 8601 duration of weeks and below, with a sign for before or after. */
const durationPattern = /^([+-])P(?=.)(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,4})H)?(?:(\d{1,4})M)?)?$/;
const instantPattern = /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

export const packTimeExpectation =
  'a time such as 2026-11-21T20:00:00+08:00, or a duration from the first application such as -P11D or +P2DT14H';

/** Parses a time of a pack; undefined if it is none. */
export function parsePackTime(text: string): PackTime | undefined {
  const duration = durationPattern.exec(text);
  if (duration) {
    const [, sign, weeks = 0, days = 0, hours = 0, minutes = 0] = duration;
    const ms = (Number(weeks) * 7 + Number(days)) * dayMs + Number(hours) * hourMs + Number(minutes) * minuteMs;
    return { kind: 'relative', ms: sign === '-' ? -ms : ms };
  }
  const ms = instantPattern.test(text) && daysTooMany(text) === undefined ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : { kind: 'fixed', ms };
}

/** Resolves a time to an instant. */
export function resolvePackTime(time: PackTime, anchoredAt: Date): Date {
  return new Date(time.kind === 'fixed' ? time.ms : anchoredAt.getTime() + time.ms);
}

/** Returns the anchor of a pack that is first applied now: the full hour, so that closing times are round. */
export function anchorOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / hourMs) * hourMs);
}

/** Returns the days of a month in a year of the Gregorian calendar. */
export function daysOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Returns what is wrong with a time or day of a month that is too short for it; undefined for other texts. */
export function daysTooMany(text: string): string | undefined {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)(?:T|$)/.exec(text)?.map(Number) ?? [];
  if (month === 0 || (day >= 1 && day <= daysOfMonth(year, month))) return undefined;
  return `a day that exists: ${text.slice(0, 7)} has ${daysOfMonth(year, month)} days`;
}
