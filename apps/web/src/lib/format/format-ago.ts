import { type Language, languageTag } from '../environment.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago something was, in the largest unit that fits: `3 hours ago`, `3 小時前`. At least a minute. */
export function formatAgo(agoMs: number, language: Language): string {
  const words = new Intl.RelativeTimeFormat(languageTag(language));
  if (agoMs < hourMs) return words.format(-Math.max(1, Math.floor(agoMs / minuteMs)), 'minute');
  if (agoMs < dayMs) return words.format(-Math.floor(agoMs / hourMs), 'hour');
  return words.format(-Math.floor(agoMs / dayMs), 'day');
}
