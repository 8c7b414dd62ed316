import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestFan } from '../../world/given-fan.ts';
import { createSocialWorld, requestLink, sendConsent } from '../../world/social-walk.ts';
import type { World } from '../../world/world.ts';

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createSocialWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await world.given.fan();
});

describe('the consent page of the sandbox', () => {
  it('is labelled, in the language of the browser', async () => {
    const { data } = await requestLink(world, fan, 'twitter');
    const page = async (language: string) =>
      (await fetch(data.url, { headers: { 'accept-language': language } })).text();
    expect(await page('en_US')).toContain('Sandbox');
    expect(await page('zh_TW')).toContain('沙盒');
  });

  it('leads nowhere but back to this product, and not without PKCE', async () => {
    const { data } = await requestLink(world, fan, 'twitter');
    for (const [name, value] of [
      ['redirect_uri', 'https://evil.example/social-callback'],
      ['client_id', 'somebody'],
      ['code_challenge_method', 'plain'],
      ['code_challenge', ''],
    ] as const) {
      const changed = new URL(data.url);
      changed.searchParams.set(name, value);
      expect((await fetch(changed)).status).toBe(400);
      expect((await sendConsent(changed.href, { name: 'mina', allowed: 'true' })).status).toBe(400);
    }
  });

  it('asks again for a name that is none', async () => {
    const { data } = await requestLink(world, fan, 'twitter');
    const answer = await sendConsent(data.url, { name: '<b>', allowed: 'true' });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('&lt;b&gt;');
    expect(page).not.toContain('<b>');
  });

  it('gives no token to who does not know the secret, and none of X for a token of Discord', async () => {
    const base = `${world.services.settings.publicUrl}/dev/social`;
    const token = await fetch(`${base}/x/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('lightstick:wrong').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code: 'x', redirect_uri: `${base}/x` }),
    });
    expect(token.status).toBe(401);
    const revoke = await fetch(`${base}/x/revoke`, { method: 'POST', body: new URLSearchParams({ token: 'x' }) });
    expect(revoke.status).toBe(401);
    const me = await fetch(`${base}/x/2/users/me`, { headers: { authorization: 'Bearer nothing' } });
    expect(me.status).toBe(401);
  });
});
