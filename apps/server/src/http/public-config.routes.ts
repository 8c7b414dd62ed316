import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { chainId } from '#/config/providers.ts';
import type { Settings } from '#/config/settings.ts';
import { socialModes } from '#/modules/tasks/index.ts';
import { handle } from './handle.ts';

/** The election that the home screen opens with, if there is any. */
type CurrentActivityId = (at: Date) => Promise<string | null>;

/** Serves what every client asks first. */
export function systemRoutes(server: FastifyInstance, currentActivityId: CurrentActivityId): void {
  const { settings } = server.services;
  handle(server, 'GET /config', async ({ receivedAt }) => publicConfig(settings, await currentActivityId(receivedAt)), {
    cacheControl: 'public, max-age=30',
  });
}

type PublicConfig = DataOf<Contract['GET /config']>;

type Shown = Pick<
  Settings,
  | 'publicUrl'
  | 'mainSiteUrl'
  | 'rechargeUrl'
  | 'assetBaseUrl'
  | 'platformTimeZone'
  | 'homeVariant'
  | 'recaptcha'
  | 'analytics'
> &
  Parameters<typeof socialModes>[0];

/** Those settings that everybody may see, so that one build of the web serves every deployment. */
function publicConfig(settings: Shown, currentActivityId: string | null): PublicConfig {
  const { publicUrl, mainSiteUrl, rechargeUrl, assetBaseUrl, homeVariant, recaptcha, analytics } = settings;
  return {
    publicUrl,
    mainSiteUrl: mainSiteUrl ?? null,
    rechargeUrl: rechargeUrl ?? null,
    assetBaseUrl: assetBaseUrl ?? null,
    chainId,
    humanCheck: recaptcha
      ? { provider: 'recaptcha', siteKey: recaptcha.siteKey }
      : { provider: 'altcha', siteKey: null },
    social: socialModes(settings),
    timeZone: settings.platformTimeZone,
    homeVariant,
    analytics: { enabled: analytics.enabled, gtagId: analytics.gtagId ?? null },
    currentActivityId,
  };
}
