import type { Language } from '@lightstick/contract';
import { languageTag } from '#/lib/environment.ts';

/** `03-14` as people say it. The year is a leap year, so that every birthday is in it, and nobody is told it. */
export function formatBirthday(birthday: string, language: Language): string {
  const format = new Intl.DateTimeFormat(languageTag(language), { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`2024-${birthday}T00:00:00Z`));
}
