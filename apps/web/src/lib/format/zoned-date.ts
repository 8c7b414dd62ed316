import { formatFriendlyDate } from '@lightstick/contract/friendly-date';
import {
  cityOf,
  formatDay,
  formatHour,
  formatPlacedDate,
  hoursAhead,
  placeTime,
} from '@lightstick/contract/zoned-date';
import { type Language, languageTag, useEnvironment } from '#/lib/environment.ts';
import { drawDatesBy } from './format-date.ts';
import { formatDateTime } from './format-date-time.ts';

/**
 * `moment`: November 21st, 14:05. `placed`: … (Taipei). `weekday`: Sat, November 21st, 14:05. `hour`: 14:05. `day`,
 * `tick`: Nov 21. `date`: Nov 21, 2026. `month`: November 21. All but `hour`, `month` and `tick` show another year.
 */
type ZonedStyle = 'moment' | 'placed' | 'weekday' | 'hour' | 'day' | 'date' | 'month' | 'tick';

/** A place's own time: events show theirs in their own zone. */
export type ZonedDates = {
  readonly format: (instant: string | number, style: ZonedStyle) => string;
  /** The present name of the zone, such as `Japan Standard Time`, in the browser's words. */
  readonly zoneName: string;
  /** The city that the zone is named after, such as `Taipei`. */
  readonly city: string;
  /** The place of the time: `Taipei` or `台北時間`. */
  readonly place: string;
};

/** The zone that the server draws with: its reader's zone is not known, and the times are those of this place. */
let drawnTimeZone: string | undefined;

/** Draws all times in a zone (an IANA name) and with its place. Only for drawing on the server. */
export function drawTimesIn(timeZone: string): void {
  drawnTimeZone = timeZone;
  drawDatesBy((instant, language) => formatPlacedDate(instant, language, { timeZone }));
}

/** Tells whether the times of `ownTimeZone` are the fan's own. */
export function isOwnTimeKnown(): boolean {
  return drawnTimeZone === undefined;
}

/**
 * Returns the `data-offset` of what only readers elsewhere see, as `Date.getTimezoneOffset` counts, while the server
 * draws: the boot script hides it from a device with this offset. Undefined in the app.
 */
export function offsetHidden(timeZone: string): number | undefined {
  return isOwnTimeKnown() ? undefined : -60 * hoursAhead(timeZone, new Date());
}

/** Returns the zone of the fan's device, as an IANA name. */
export function ownTimeZone(): string {
  return drawnTimeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Made once for each zone and language, because the browser's formats are slow to make. */
const made = new Map<string, ZonedDates>();

/** Returns the formats of a time zone (an IANA name) in a language. */
export function zonedDates(timeZone: string, language: Language): ZonedDates {
  const key = `${language} ${timeZone}`;
  const dates = made.get(key) ?? makeZonedDates(timeZone, language);
  made.set(key, dates);
  return dates;
}

/** Returns the formats of a time zone in the language on screen. */
export function useZonedDates(timeZone: string): ZonedDates {
  const { languageType } = useEnvironment();
  return zonedDates(timeZone, languageType);
}

function makeZonedDates(timeZone: string, language: Language): ZonedDates {
  const tag = languageTag(language);
  let weekdays: Intl.DateTimeFormat | undefined;
  let zoneName: string | undefined;
  const format: ZonedDates['format'] = (at, style) => {
    const instant = new Date(at);
    const options = { hourOffset: hoursAhead(timeZone, instant) };
    switch (style) {
      case 'moment':
        return formatFriendlyDate(instant, language, options);
      case 'placed':
        return formatPlacedDate(instant, language, { timeZone });
      case 'weekday': {
        weekdays ??= new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone });
        const [weekday, moment] = [weekdays.format(instant), formatFriendlyDate(instant, language, options)];
        return language === 'zh_TW' ? moment.replace(' ', `（${weekday}）`) : `${weekday}, ${moment}`;
      }
      case 'hour':
        return formatHour(instant, options.hourOffset);
      case 'day':
        return formatDay(instant, language, options);
      case 'date':
        return formatDay(instant, language, { ...options, hasYear: true });
      case 'month':
        return formatDay(instant, language, { ...options, hasYear: false, isLong: true });
      case 'tick':
        return formatDay(instant, language, { ...options, hasYear: false });
    }
  };
  return {
    format,
    city: cityOf(timeZone, language),
    place: placeTime(timeZone, language),
    // Few read it, and the browser loads the names of all zones for it.
    get zoneName() {
      zoneName ??= zoneIn(new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'longGeneric' })) ?? timeZone;
      return zoneName;
    },
  };
}

/**
 * Returns a zone's offset from UTC at an instant, such as `GMT-04:00`. A name would not distinguish the repeated hour
 * when clocks are set back.
 */
export function zoneOffset(timeZone: string, instant: Date): string {
  // Neither language has its own words for it.
  return zoneIn(new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }), instant) ?? timeZone;
}

/** Returns the zone as a format writes it, for an instant or at present. */
function zoneIn(format: Intl.DateTimeFormat, instant?: Date): string | undefined {
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
}

/**
 * Formats an ISO instant as `2026-11-01 01:30:00 (GMT-04:00)`, to the second in the device's time with its offset from
 * UTC: for proofs.
 */
export function formatExactTime(instant: string): string {
  const at = new Date(instant);
  const timeZone = ownTimeZone();
  return `${formatDateTime(at, { hourOffset: hoursAhead(timeZone, at) })} (${zoneOffset(timeZone, at)})`;
}
