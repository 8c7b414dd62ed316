import { foldForSearch } from '@lightstick/contract/typed-text';
import { useEffect } from 'react';
import { externalStore, useStore } from '#/lib/external-store.ts';

/** The form in which a search compares the typed text with the texts of a list. */
export type SearchFold = (text: string) => string;

const store = externalStore<SearchFold>(foldForSearch);

/**
 * Returns how to compare `keyword` with texts: case, width, accents and, for Chinese characters, the two scripts do not
 * matter. Until the table of characters has come, each script finds itself. The same function stays the same value.
 */
export function useSearchFold(keyword: string): SearchFold {
  const isChinese = /\p{Script=Han}/u.test(keyword);
  useEffect(() => {
    if (isChinese) loadCharacters().catch((error: unknown) => console.warn('Chinese characters are unknown.', error));
  }, [isChinese]);
  return useStore(store);
}

/** Rejects if the table cannot be loaded; the next Chinese keyword tries again. */
export async function loadCharacters(): Promise<SearchFold> {
  if (store.read() === foldForSearch) {
    const { inSimplified } = await import('./simplified-characters.ts');
    store.write((text) => inSimplified(foldForSearch(text)));
  }
  return store.read();
}
