import { Refusal } from '#/errors.ts';
import { createServerKeys, type ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { providerNames, type SocialProvider } from '#/config/providers.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';
import { placeOf } from './provider.ts';

/** The services of this module's use cases. */
export type SocialServices = Pick<Services, 'db' | 'log' | 'clock' | 'settings'> & {
  readonly keys: ServerKeys;
  /**
   * Throws Refusal SOCIAL_UNAVAILABLE while the provider is off.
   *
   * @param origin - the origin to which the sandbox leads back; the public one if nobody returns
   */
  readonly clientOf: (provider: SocialProvider, origin?: string) => ProviderClient;
};

export function createSocialServices(given: Pick<Services, 'db' | 'log' | 'clock' | 'settings'>): SocialServices {
  const { db, log, clock, settings } = given;
  const keys = createServerKeys(settings.serverSecret);
  return {
    db,
    log,
    clock,
    settings,
    keys,
    clientOf(provider, origin = settings.publicUrl) {
      const place = placeOf(provider, { settings, keys, origin });
      if (!place) throw new Refusal('SOCIAL_UNAVAILABLE', { provider: providerNames[provider] });
      return createProviderClient({ provider, place, log, timeoutSeconds: settings.socialTimeoutSeconds });
    },
  };
}
