import { tabStore } from '#/lib/key-value-store.ts';

const key = 'lightstick.socialReturn';

/** Keeps where the fan came from while they are at the provider's page, which is shown in this very tab. */
export function keepReturnPath(path: string): void {
  tabStore.set(key, path);
}

/** Where the fan came from; the screen of linked accounts when that is not known. */
export function returnPath(): string {
  return tabStore.get(key) ?? '/my-accounts';
}
