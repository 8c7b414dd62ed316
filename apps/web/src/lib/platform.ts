import { hostPresence } from '#/lib/host/host-presence.ts';
import { useConfig } from '#/lib/use-config.ts';
import { tabStore } from './key-value-store.ts';
import { addressQuery, useAddressQuery } from './query-parameters.ts';

/** `app` inside a host app, which has its own navigation and sign-in; `web` in a browser. */
type Platform = 'web' | 'app';

const storageKey = 'lightstick.platform';

function platformOf(value: string | null): Platform | undefined {
  return value === 'web' || value === 'app' ? value : undefined;
}

const readPlatform = (query: string) => platformOf(new URLSearchParams(query).get('platform'));

/**
 * Returns the platform that an address asks for by `?platform=`, else the one kept for this tab; undefined when none
 * ever did.
 */
function namedPlatform(query: string): Platform | undefined {
  return readPlatform(query) ?? platformOf(tabStore.get(storageKey));
}

/** Keeps for this tab the platform that its first address asks for. */
export function keepNamedPlatform(): void {
  const asked = readPlatform(addressQuery());
  if (asked) tabStore.set(storageKey, asked);
}

/**
 * Returns the variant of the app to show: what the address asks for, else `app` inside a host, else the deployment's
 * setting.
 */
export function usePlatform(): Platform {
  const named = namedPlatform(useAddressQuery());
  const config = useConfig();
  if (named) return named;
  if (hostPresence()) return 'app';
  return config.data?.homeVariant ?? 'web';
}
