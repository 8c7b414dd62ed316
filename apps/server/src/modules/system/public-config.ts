import type { Contract, DataOf } from '@lightstick/contract';
import { chainId } from '#/chain-id.ts';
import type { Settings } from '#/config.ts';
import { socialModes } from '#/modules/tasks/index.ts';

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
    social: socialModes(settings),
    timeZone: settings.platformTimeZone,
    homeVariant,
    analytics: { enabled: analytics.enabled, gtagId: analytics.gtagId ?? null },
    currentActivityId,
  };
}
