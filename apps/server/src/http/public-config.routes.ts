import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { chainId } from '#/config/providers.ts';
import type { Settings } from '#/config/settings.ts';
import { handle } from './handle.ts';

type PublicConfig = DataOf<Contract['GET /config']>;

/** What modules contribute to the public configuration. */
type ModuleFacts = {
  /** The election of the home screen, if any. */
  readonly currentActivityId: (at: Date) => Promise<string | null>;
  readonly isDemo: () => Promise<boolean>;
  readonly social: PublicConfig['social'];
};

/** Serves the public configuration, the first call of every client. */
export function publicConfigRoutes(server: FastifyInstance, { currentActivityId, isDemo, social }: ModuleFacts): void {
  const { brand, settings } = server.services;
  handle(
    server,
    'GET /config',
    async ({ receivedAt }) => ({
      ...publicConfig(settings, (await brand()).mainSite),
      social,
      currentActivityId: await currentActivityId(receivedAt),
      isDemo: await isDemo(),
    }),
    { cacheControl: 'public, max-age=30' },
  );
}

type PublicSettings = Pick<
  Settings,
  | 'publicUrl'
  | 'mainSiteUrl'
  | 'rechargeUrl'
  | 'assetBaseUrl'
  | 'platformTimeZone'
  | 'homeVariant'
  | 'recaptcha'
  | 'analytics'
  | 'chain'
  | 'minting'
>;

/** Returns the public settings, so that one build of the web serves every deployment. */
function publicConfig(settings: PublicSettings, mainSite: string | undefined): Omit<PublicConfig, keyof ModuleFacts> {
  const { publicUrl, mainSiteUrl, rechargeUrl, assetBaseUrl, homeVariant, recaptcha, analytics } = settings;
  return {
    publicUrl,
    mainSiteUrl: mainSite ?? mainSiteUrl ?? null,
    rechargeUrl: rechargeUrl ?? null,
    assetBaseUrl: assetBaseUrl ?? null,
    chainId,
    explorerUrl: settings.chain.explorerUrl,
    mintsNfts: settings.minting !== undefined,
    humanCheck: recaptcha
      ? { provider: 'recaptcha', siteKey: recaptcha.siteKey }
      : { provider: 'altcha', siteKey: null },
    timeZone: settings.platformTimeZone,
    homeVariant,
    analytics: { enabled: analytics.enabled, gtagId: analytics.gtagId ?? null },
  };
}
