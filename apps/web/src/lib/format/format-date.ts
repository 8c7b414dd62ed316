import type { Language } from '../environment.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** `YYYY-MM-DD HH:mm:ss` of the instant, in the device's time zone or shifted from UTC by `hourOffset` hours. */
export function formatDateTime(instant: Date, hourOffset?: number): string {
  if (hourOffset !== undefined) {
    const shifted = new Date(instant.getTime() + hourOffset * 3_600_000);
    return shifted.toISOString().slice(0, 19).replace('T', ' ');
  }
  const day = [instant.getFullYear(), two(instant.getMonth() + 1), two(instant.getDate())].join('-');
  return `${day} ${[instant.getHours(), instant.getMinutes(), instant.getSeconds()].map(two).join(':')}`;
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

/** `1st`, `2nd`, `3rd`, otherwise `th`, the teens included. */
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
