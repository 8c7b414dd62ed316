import { tabStore } from './key-value-store.ts';
import { queryParameter } from './query-parameters.ts';

/** `app` inside a host app, which has its own navigation and sign-in; `web` in a browser. */
export type Platform = 'web' | 'app';

const storageKey = 'lightstick.platform';

function platformOf(value: string | null): Platform | undefined {
  return value === 'web' || value === 'app' ? value : undefined;
}

/** The platform that an address asks for by `?platform=`, from then on for this tab; undefined when none ever did. */
export function namedPlatform(search: string): Platform | undefined {
  const named = platformOf(queryParameter('platform', search, location.hash));
  if (named) tabStore.set(storageKey, named);
  return named ?? platformOf(tabStore.get(storageKey));
}
