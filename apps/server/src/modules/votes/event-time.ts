import type { Language } from '@lightstick/contract';

const locales = { en_US: 'en-US', zh_TW: 'zh-Hant-TW' } as const;

/** A moment of an event in words, in the event's own time zone and with its name, such as `Nov 24, 8:00 PM (Asia/Taipei)`. */
export function eventTime(at: Date, timeZone: string): Readonly<Record<Language, string>> {
  const inLanguage = (language: Language) => {
    const format = new Intl.DateTimeFormat(locales[language], {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    });
    return `${format.format(at)} (${timeZone})`;
  };
  return { en_US: inLanguage('en_US'), zh_TW: inLanguage('zh_TW') };
}
