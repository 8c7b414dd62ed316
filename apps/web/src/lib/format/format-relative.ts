import { remainingTime } from '#/lib/clock/server-clock.ts';
import { type Language, languageTag } from '#/lib/environment.ts';
import { formatMinutesSeconds } from './format-date.ts';

const msPerDay = 86_400_000;

/**
 * Formats the time left until an instant as `05:09`, from an hour on as `3:05:09`; undefined when it is a day or more.
 */
export function formatTimeLeft(untilMs: number, nowMs: number): string | undefined {
  if (untilMs - nowMs >= msPerDay) return undefined;
  const { hours, minutes, seconds } = remainingTime(untilMs, nowMs);
  const short = formatMinutesSeconds(minutes * 60 + seconds);
  return hours > 0 ? `${hours}:${short}` : short;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Says how long ago something was, in the largest unit that fits: `3 hours ago`, `3 小時前`. At least a minute. */
export function formatAgo(agoMs: number, language: Language): string {
  const words = new Intl.RelativeTimeFormat(languageTag(language));
  if (agoMs < hourMs) return words.format(-Math.max(1, Math.floor(agoMs / minuteMs)), 'minute');
  if (agoMs < dayMs) return words.format(-Math.floor(agoMs / hourMs), 'hour');
  return words.format(-Math.floor(agoMs / dayMs), 'day');
}
