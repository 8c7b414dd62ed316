import type { Contract, DataOf } from '@lightstick/contract';
import type { Settings } from '#/config.ts';

type PublicConfig = DataOf<Contract['GET /config']>;

/** BNB Smart Chain's test network, on which everything of the product that is on a chain happens. */
const chainId = 97;

type Shown = Pick<
  Settings,
  'publicUrl' | 'mainSiteUrl' | 'rechargeUrl' | 'assetBaseUrl' | 'homeVariant' | 'recaptcha' | 'analytics'
>;

/** Those settings that everybody may see, so that one build of the web serves every deployment. */
export function publicConfig(settings: Shown, currentActivityId: string | null): PublicConfig {
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
    homeVariant,
    analytics: { enabled: analytics.enabled, gtagId: analytics.gtagId ?? null },
    currentActivityId,
  };
}
