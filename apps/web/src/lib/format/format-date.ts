import { formatFriendlyDate, shiftDate, two } from '@lightstick/contract/friendly-date';
import { type Language, useEnvironment } from '#/lib/environment.ts';

type DateTimeOptions = {
  /** Hours from UTC, such as 8 for Taipei or -3.5; without it the device's time zone counts. */
  readonly hourOffset?: number;
  /** `YYYY`, `MM`, `DD`, `HH`, `mm` and `ss` are replaced by the parts; everything else is kept. */
  readonly pattern?: string;
};

/** Formats an instant as `2026-11-21 04:05:09`, or in another pattern. */
export function formatDateTime(instant: Date, options: DateTimeOptions = {}): string {
  // Drawn on the server it is for readers of all zones.
  const isForAll = drawnDate && options.hourOffset === undefined;
  const { hourOffset = isForAll ? 0 : undefined, pattern = `YYYY-MM-DD HH:mm:ss${isForAll ? ' UTC' : ''}` } = options;
  const shown = shiftDate(instant, hourOffset);
  const parts: Readonly<Record<string, string>> = {
    YYYY: String(shown.getUTCFullYear()),
    MM: two(shown.getUTCMonth() + 1),
    DD: two(shown.getUTCDate()),
    HH: two(shown.getUTCHours()),
    mm: two(shown.getUTCMinutes()),
    ss: two(shown.getUTCSeconds()),
  };
  return pattern.replaceAll(/YYYY|MM|DD|HH|mm|ss/g, (name) => parts[name] ?? name);
}

/** Formats as `MM:SS`, zero padded; an hour and more keeps counting in minutes. */
export function formatMinutesSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

type FriendlyDate = (instant: Date, language: Language) => string;

/** The date that the server draws, which does not know the reader's zone. */
let drawnDate: FriendlyDate | undefined;

/** Lets all times name the place whose time they are. Only for drawing on the server. */
export function drawDatesBy(format: FriendlyDate): void {
  drawnDate = format;
}

/** Returns an ISO instant as the fan reads it: in their own time, or drawn by the server with its place. */
export function friendlyDate(instant: string, language: Language): string {
  return (drawnDate ?? formatFriendlyDate)(new Date(instant), language);
}

/** Formats ISO instants in the language on screen. */
export function useFriendlyDate(): (instant: string) => string {
  const { languageType } = useEnvironment();
  return (instant) => friendlyDate(instant, languageType);
}
