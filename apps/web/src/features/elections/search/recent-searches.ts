import { foldForSearch } from '@lightstick/contract/typed-text';
import { externalStore } from '#/lib/external-store.ts';
import { useStore } from '#/lib/use-store.ts';
import { localStore, readJson } from '#/lib/key-value-store.ts';

const storageKey = 'lightstick.recentIdolSearches';
const mostKept = 6;

const store = externalStore<readonly string[]>(stored());

function stored(): readonly string[] {
  const value = readJson(localStore, storageKey);
  return Array.isArray(value) ? value.filter((keyword) => typeof keyword === 'string').slice(0, mostKept) : [];
}

function write(keywords: readonly string[]): void {
  localStore.set(storageKey, JSON.stringify(keywords));
  store.write(keywords);
}

/** Successful searches on this device, the latest first. They never leave the device. */
export function useRecentSearches(): readonly string[] {
  return useStore(store);
}

/** The searches with one more at the front; the same search typed differently takes its earlier one's place. */
export function withSearch(keywords: readonly string[], keyword: string): readonly string[] {
  const kept = keyword.trim();
  if (kept === '') return keywords;
  return [kept, ...keywords.filter((other) => foldForSearch(other) !== foldForSearch(kept))].slice(0, mostKept);
}

export function rememberSearch(keyword: string): void {
  write(withSearch(store.read(), keyword));
}

export function forgetSearches(): void {
  localStore.remove(storageKey);
  store.write([]);
}
