import type { Language } from './wording.ts';

/**
 * Returns our language for a tag of any spelling (`zh`, `zh-Hant`, `zh_HK`, `en-GB`), undefined for other values. Any
 * Chinese maps to ours. The web's pre-paint script repeats it, because it imports nothing.
 */
export function languageOfTag(tag: unknown): Language | undefined {
  if (typeof tag !== 'string') return undefined;
  if (/^zh(?:[-_]|$)/i.test(tag)) return 'zh_TW';
  return /^en(?:[-_]|$)/i.test(tag) ? 'en_US' : undefined;
}
