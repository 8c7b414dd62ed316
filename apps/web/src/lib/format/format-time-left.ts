import { remainingTime } from '../clock/remaining-time.ts';
import { formatMinutesSeconds } from './format-date.ts';

const dayMs = 86_400_000;

/** The time left until an instant as `05:09`, from an hour on as `3:05:09`; undefined when it is a day or more. */
export function formatTimeLeft(untilMs: number, nowMs: number): string | undefined {
  if (untilMs - nowMs >= dayMs) return undefined;
  const { hours, minutes, seconds } = remainingTime(untilMs, nowMs);
  const short = formatMinutesSeconds(minutes * 60 + seconds);
  return hours > 0 ? `${hours}:${short}` : short;
}
