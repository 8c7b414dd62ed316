import { describe, expect, it } from 'vitest';
import { createWorld } from '../world/world.ts';

describe('GET /config', () => {
  it('gives every caller the settings that one build of the web needs in this deployment', async () => {
    await using world = await createWorld({
      environment: {
        PUBLIC_URL: 'https://vote.example.com',
        MAIN_SITE_URL: 'https://www.example.com/',
        ASSET_BASE_URL: 'https://static.example.com/',
        HOME_VARIANT: 'app',
        RECAPTCHA_SITE_KEY: 'site-key-of-a-recaptcha',
        RECAPTCHA_SECRET: 'secret-key-of-a-recaptcha',
      },
    });
    const { data } = await world.call('GET /config');
    expect(data).toEqual({
      publicUrl: 'https://vote.example.com',
      social: { twitter: 'sandbox', discord: 'sandbox' },
      mainSiteUrl: 'https://www.example.com',
      rechargeUrl: null,
      assetBaseUrl: 'https://static.example.com',
      chainId: 97,
      explorerUrl: 'https://testnet.bscscan.com',
      mintsNfts: false,
      humanCheck: { provider: 'recaptcha', siteKey: 'site-key-of-a-recaptcha' },
      homeVariant: 'app',
      analytics: { enabled: true, gtagId: null },
      currentActivityId: null,
      isDemo: false,
      timeZone: 'Asia/Taipei',
    });
  });

  it('names the election that is open', async () => {
    await using world = await createWorld();
    const election = await world.given.election();
    const { data } = await world.call('GET /config');
    expect(data).toMatchObject({
      currentActivityId: election.activityId,
      humanCheck: { provider: 'altcha', siteKey: null },
    });
  });
});
