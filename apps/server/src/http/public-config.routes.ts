import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { chainId } from '#/config/providers.ts';
import type { Settings } from '#/config/settings.ts';
import { handle } from './handle.ts';

type PublicConfig = DataOf<Contract['GET /config']>;

/** What modules know of the public configuration. */
type ModuleFacts = {
  /** The election that the home screen opens with, if there is any. */
  readonly currentActivityId: (at: Date) => Promise<string | null>;
  readonly social: PublicConfig['social'];
};

/** Serves what every client asks first. */
export function publicConfigRoutes(server: FastifyInstance, { currentActivityId, social }: ModuleFacts): void {
  const { settings } = server.services;
  handle(
    server,
    'GET /config',
    async ({ receivedAt }) => ({
      ...publicConfig(settings),
      social,
      currentActivityId: await currentActivityId(receivedAt),
    }),
    { cacheControl: 'public, max-age=30' },
  );
}

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
>;

/** The settings that everybody may see, so that one build of the web serves every deployment. */
function publicConfig(settings: Shown): Omit<PublicConfig, 'social' | 'currentActivityId'> {
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
    timeZone: settings.platformTimeZone,
    homeVariant,
    analytics: { enabled: analytics.enabled, gtagId: analytics.gtagId ?? null },
  };
}
