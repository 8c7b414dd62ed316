import type { Language } from './wording.ts';

/**
 * Our language for a language tag of any spelling (`zh`, `zh-Hant`, `zh_HK`, `en-GB`), undefined for every other value. Readers
 * of any Chinese prefer our Chinese to English. The web's pre-paint script repeats it, because it imports nothing.
 */
export function languageOfTag(tag: unknown): Language | undefined {
  if (typeof tag !== 'string') return undefined;
  if (/^zh(?:[-_]|$)/i.test(tag)) return 'zh_TW';
  return /^en(?:[-_]|$)/i.test(tag) ? 'en_US' : undefined;
}
