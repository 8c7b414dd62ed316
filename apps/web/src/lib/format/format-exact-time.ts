import { formatDateTime } from './format-date.ts';
import { ownTimeZone, zoneOffset } from './zoned-date.ts';

/**
 * An ISO instant as `2026-11-01 01:30:00 (GMT-04:00)`, to the second in the time of the fan's device, with how far that is
 * from UTC: for what is kept as a proof.
 */
export function formatExactTime(instant: string): string {
  const at = new Date(instant);
  return `${formatDateTime(at)} (${zoneOffset(ownTimeZone(), at)})`;
}
