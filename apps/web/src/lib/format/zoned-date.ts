import { type Language, languageTag } from '#/lib/environment.ts';
import { formatDateTime } from './format-date.ts';

/** `moment`: Nov 21, 14:05. `hour`: 14:05. `day`: Nov 21. `date`: Nov 21, 2026. */
type ZonedStyle = 'moment' | 'hour' | 'day' | 'date';

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const day = { month: 'short', day: 'numeric' } as const;
const parts: Readonly<Record<ZonedStyle, Intl.DateTimeFormatOptions>> = {
  moment: { ...day, ...time },
  hour: time,
  day,
  date: { ...day, year: 'numeric' },
};

/** A place's own time: events show theirs in their own zone. */
export type ZonedDates = {
  readonly format: (instant: string | number, style: ZonedStyle) => string;
  /** What the zone is called at present, such as `Japan Standard Time`; the words are the browser's. */
  readonly zoneName: string;
  /** The city that the zone is named after, such as `Taipei`. */
  readonly city: string;
};

/** The zone of the fan's device, as an IANA name. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Made once for each zone and language, because the browser's formats are slow to make. */
const made = new Map<string, ZonedDates>();

/** The formats of a time zone (an IANA name) in a language. */
export function zonedDates(timeZone: string, language: Language): ZonedDates {
  const key = `${language} ${timeZone}`;
  const dates = made.get(key) ?? makeZonedDates(timeZone, language);
  made.set(key, dates);
  return dates;
}

function makeZonedDates(timeZone: string, language: Language): ZonedDates {
  const tag = languageTag(language);
  const formats = new Map<ZonedStyle, Intl.DateTimeFormat>();
  const formatOf = (style: ZonedStyle) => {
    const format = formats.get(style) ?? new Intl.DateTimeFormat(tag, { ...parts[style], timeZone });
    formats.set(style, format);
    return format;
  };
  let zoneName: string | undefined;
  return {
    format: (instant, style) => formatOf(style).format(new Date(instant)),
    city: cityOf(timeZone, tag),
    // Few read it, and the browser loads the names of all zones for it.
    get zoneName() {
      zoneName ??= zoneIn(new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'longGeneric' })) ?? timeZone;
      return zoneName;
    },
  };
}

/** The last part of a zone is its city; browsers have no words of their own for it. */
function cityOf(timeZone: string, tag: string): string {
  const iana = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return tag.startsWith('zh') ? (chineseCities.get(timeZone) ?? iana) : iana;
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
 * A zone's offset from UTC at an instant, such as `GMT-04:00`. A name would not distinguish the repeated hour when clocks
 * are set back.
 */
export function zoneOffset(timeZone: string, instant: Date): string {
  // Neither language has its own words for it.
  return zoneIn(new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }), instant) ?? timeZone;
}

/** The zone as a format writes it, for an instant or at present. */
function zoneIn(format: Intl.DateTimeFormat, instant?: Date): string | undefined {
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
}

/**
 * An ISO instant as `2026-11-01 01:30:00 (GMT-04:00)`, to the second in the device's time with its offset from UTC: for
 * proofs.
 */
export function formatExactTime(instant: string): string {
  const at = new Date(instant);
  return `${formatDateTime(at)} (${zoneOffset(ownTimeZone(), at)})`;
}
