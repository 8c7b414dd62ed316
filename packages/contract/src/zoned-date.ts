import { type DateOptions, formatFriendlyDate, months, shiftDate, two, yearOf } from './friendly-date.ts';
import type { Language, Wording } from './wording.ts';

/** Formats as `14:05`. */
export function formatHour(instant: Date, hourOffset?: number): string {
  const shown = shiftDate(instant, hourOffset);
  return `${two(shown.getUTCHours())}:${two(shown.getUTCMinutes())}`;
}

/**
 * Formats as `Nov 21`, or `November 21` if it is long; in another year `Nov 21, 2027`. In Chinese `11月21日` and
 * `2027年11月21日`.
 */
export function formatDay(
  instant: Date,
  language: Language,
  options: DateOptions & { readonly isLong?: boolean } = {},
): string {
  const shown = shiftDate(instant, options.hourOffset);
  const year = yearOf(instant, options);
  const [month, day] = [shown.getUTCMonth(), shown.getUTCDate()];
  if (language === 'zh_TW') return `${year ? `${year}年` : ''}${month + 1}月${day}日`;
  return `${months[month]?.slice(0, options.isLong ? undefined : 3)} ${day}${year ? `, ${year}` : ''}`;
}

/**
 * Formats an instant in the time of a place, with the place: `November 21st, 14:05 (Taipei)` or `11月21日 14:05（台北時間）`.
 */
export function formatPlacedDate(
  instant: Date,
  language: Language,
  { timeZone, ...options }: Omit<DateOptions, 'hourOffset'> & { readonly timeZone: string },
): string {
  const shown = formatFriendlyDate(instant, language, { ...options, hourOffset: hoursAhead(timeZone, instant) });
  const place = placeTime(timeZone, language);
  return language === 'zh_TW' ? `${shown}（${place}）` : `${shown} (${place})`;
}

/** Returns a time for a text in both languages; its year where it is not that of `now`. */
export function eventTime(at: Date, timeZone: string, now: Date): Wording {
  const options = { timeZone, now };
  return { en_US: formatPlacedDate(at, 'en_US', options), zh_TW: formatPlacedDate(at, 'zh_TW', options) };
}

/** Says whose time it is: `Taipei` or `台北時間`. */
export function placeTime(timeZone: string, language: Language): string {
  const city = cityOf(timeZone, language);
  if (language !== 'zh_TW') return city;
  return /\w$/.test(city) ? `${city} 時間` : `${city}時間`;
}

/** The last part of a zone is its city; `Intl` has no words for it. */
export function cityOf(timeZone: string, language: Language): string {
  const iana = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return language === 'zh_TW' ? (chineseCities.get(timeZone) ?? iana) : iana;
}

/** Cities in Chinese, for zones of likely events. */
const chineseCities: ReadonlyMap<string, string> = new Map([
  ['Asia/Taipei', '台北'],
  ['Asia/Tokyo', '東京'],
  ['Asia/Seoul', '首爾'],
  ['Asia/Hong_Kong', '香港'],
  ['Asia/Shanghai', '上海'],
  ['Asia/Singapore', '新加坡'],
]);

/**
 * Returns the one name of a zone that may be spelled in many ways; undefined for what is no zone. An offset such as `+08:00` is
 * none: its clocks never change, and there are thousands.
 */
export function zoneName(given: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions();
    return /^[+-]/.test(timeZone) ? undefined : timeZone;
  } catch {
    return undefined;
  }
}

/** Returns how many hours the wall clocks of a zone are ahead of UTC at an instant. */
export function hoursAhead(timeZone: string, instant: Date): number {
  return zoneOffsetMs(timeZone)(instant.getTime()) / 3_600_000;
}

/** Offsets by zone, made once for each, because formats are slow to make. */
const offsets = new Map<string, (atMs: number) => number>();

/** Returns how far the wall clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export function zoneOffsetMs(timeZone: string): (atMs: number) => number {
  const offsetAt = offsets.get(timeZone) ?? makeOffset(timeZone);
  offsets.set(timeZone, offsetAt);
  return offsetAt;
}

function makeOffset(timeZone: string): (atMs: number) => number {
  const wall = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (atMs) => {
    const written = new Map(wall.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => written.get(type) ?? 0;
    const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return wallMs - Math.floor(atMs / 1000) * 1000;
  };
}
