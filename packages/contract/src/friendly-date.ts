import type { Language } from './wording.ts';

/**
 * Options of a written date. `now` decides whether it is of another year; `hasYear` is for what is read long
 * afterwards.
 */
export type DateOptions = {
  /** Hours from UTC, such as 8 for Taipei or -3.5; without it the device's time zone counts. */
  readonly hourOffset?: number;
  readonly now?: Date;
  readonly hasYear?: boolean;
};

/** Writes two digits: `05`. */
export const two = (value: number) => String(value).padStart(2, '0');

/** Returns an instant shifted so that its UTC parts are those of a place, by default the device. */
export function shiftDate(instant: Date, hourOffset = -instant.getTimezoneOffset() / 60): Date {
  return new Date(instant.getTime() + hourOffset * 3_600_000);
}

export const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * Returns `1st`, `2nd`, `3rd`, otherwise `th`. As English is read aloud: the teens are `11th`, `12th`, `13th`, and from
 * twenty on the last digit counts again, so `21st`, `22nd`, `23rd`, `31st`.
 */
export function ordinal(day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${suffix}`;
}

/** A year is shown where it is not the present one of the same place. */
export function yearOf(instant: Date, { hourOffset, now = new Date(), hasYear }: DateOptions): number | undefined {
  const year = shiftDate(instant, hourOffset).getUTCFullYear();
  return (hasYear ?? year !== shiftDate(now, hourOffset).getUTCFullYear()) ? year : undefined;
}

/**
 * Returns `November 21st, 14:05` or `11月21日 14:05`, in another year `November 21st, 2027, 14:05` or `2027年11月21日
 * 14:05`; in the device's time zone, or hours from UTC.
 */
export function formatFriendlyDate(instant: Date, language: Language, options: DateOptions = {}): string {
  const shown = shiftDate(instant, options.hourOffset);
  const [month, day] = [shown.getUTCMonth(), shown.getUTCDate()];
  const time = `${two(shown.getUTCHours())}:${two(shown.getUTCMinutes())}`;
  const year = yearOf(instant, options);
  if (language === 'zh_TW') return `${year ? `${year}年` : ''}${month + 1}月${day}日 ${time}`;
  return `${months[month]} ${ordinal(day)}, ${year ? `${year}, ` : ''}${time}`;
}
