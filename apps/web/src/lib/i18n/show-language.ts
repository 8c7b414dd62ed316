import { chooseLanguage, type Language } from '../environment.ts';
import { activateAll, fetchMessages } from './i18n.ts';

let latestWish = 0;

/**
 * Fetches the texts of a language and then switches the screen. If the texts of two languages arrive in any order, the last
 * wish counts. Throws when they cannot be loaded.
 */
export async function showLanguage(language: Language): Promise<void> {
  const wish = ++latestWish;
  const messages = await fetchMessages(language);
  if (wish !== latestWish) return;
  chooseLanguage(language);
  activateAll(language, messages);
}
