import { hostPresence } from '#/lib/host/host-presence.ts';
import { useConfig } from '#/lib/use-config.ts';
import { namedPlatform, type Platform } from '#/lib/platform.ts';
import { useAddressQuery } from '#/lib/query-parameters.ts';

/** Which variant of the app to show: what the address asks for, else `app` inside a host, else the deployment's setting. */
export function usePlatform(): Platform {
  const named = namedPlatform(useAddressQuery());
  const config = useConfig();
  if (named) return named;
  if (hostPresence()) return 'app';
  return config.data?.homeVariant ?? 'web';
}
