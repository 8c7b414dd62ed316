const locales = { en_US: 'en-US', zh_TW: 'zh-Hant-TW' } as const;

/** A time in words with its zone, such as `Nov 24, 8:00 PM (Asia/Taipei)`. */
export function eventTime(at: Date, timeZone: string): { readonly en_US: string; readonly zh_TW: string } {
  const inLanguage = (language: keyof typeof locales) => {
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
