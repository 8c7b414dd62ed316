import { type Language, useEnvironment } from '#/lib/environment.ts';

const two = (value: number) => String(value).padStart(2, '0');

type DateTimeOptions = {
  /** Hours from UTC, such as 8 for Taipei or -3.5; without it the device's time zone counts. */
  readonly hourOffset?: number;
  /** `YYYY`, `MM`, `DD`, `HH`, `mm` and `ss` are replaced by the parts; everything else is kept. */
  readonly pattern?: string;
};

/** An instant as `2026-11-21 04:05:09`, or in another pattern. */
export function formatDateTime(instant: Date, options: DateTimeOptions = {}): string {
  const { hourOffset, pattern = 'YYYY-MM-DD HH:mm:ss' } = options;
  // Shifted so that its UTC parts read as the parts wanted: one way of reading them for both kinds of zone.
  const shiftMs = hourOffset === undefined ? -instant.getTimezoneOffset() * 60_000 : hourOffset * 3_600_000;
  const shown = new Date(instant.getTime() + shiftMs);
  const parts: Readonly<Record<string, string>> = {
    YYYY: String(shown.getUTCFullYear()).padStart(4, '0'),
    MM: two(shown.getUTCMonth() + 1),
    DD: two(shown.getUTCDate()),
    HH: two(shown.getUTCHours()),
    mm: two(shown.getUTCMinutes()),
    ss: two(shown.getUTCSeconds()),
  };
  return pattern.replaceAll(/YYYY|MM|DD|HH|mm|ss/g, (name) => parts[name] ?? name);
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * `1st`, `2nd`, `3rd`, otherwise `th`. As English is read aloud: the teens are `11th`, `12th`, `13th`, and from twenty on
 * the last digit counts again, so `21st`, `22nd`, `23rd`, `31st`.
 */
export function ordinal(day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${suffix}`;
}

/** `November 21st, 14:05` or `11月21日 14:05`, in the device's time zone. */
export function formatFriendlyDate(instant: Date, language: Language): string {
  const time = `${two(instant.getHours())}:${two(instant.getMinutes())}`;
  if (language === 'zh_TW') return `${instant.getMonth() + 1}月${instant.getDate()}日 ${time}`;
  return `${months[instant.getMonth()]} ${ordinal(instant.getDate())}, ${time}`;
}

/** `MM:SS`, zero padded; an hour and more keeps counting in minutes. */
export function formatMinutesSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

/** Formats ISO instants in the language on screen. */
export function useFriendlyDate(): (instant: string) => string {
  const { languageType } = useEnvironment();
  return (instant) => formatFriendlyDate(new Date(instant), languageType);
}
