import { chooseLanguage, type Language } from '../environment.ts';
import { activateAll, fetchMessages } from './i18n.ts';

let latestWish = 0;

/**
 * Fetches the texts of a language and then changes everything on screen at once. The texts of two languages may arrive in
 * either order: what was wished for last stands. Throws when the texts cannot be had.
 */
export async function showLanguage(language: Language): Promise<void> {
  const wish = ++latestWish;
  const messages = await fetchMessages(language);
  if (wish !== latestWish) return;
  chooseLanguage(language);
  activateAll(language, messages);
}
