import { shiftDate, two } from '@lightstick/contract/friendly-date';

type DateTimeOptions = {
  /** Hours from UTC, such as 8 for Taipei or -3.5; without it the device's time zone counts. */
  readonly hourOffset?: number;
  /** `YYYY`, `MM`, `DD`, `HH`, `mm` and `ss` are replaced by the parts; everything else is kept. */
  readonly pattern?: string;
};

/** Formats an instant as `2026-11-21 04:05:09`, or in another pattern. */
export function formatDateTime(instant: Date, options: DateTimeOptions = {}): string {
  const { hourOffset, pattern = 'YYYY-MM-DD HH:mm:ss' } = options;
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
