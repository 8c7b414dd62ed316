import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestFan } from '../../world/given-fan.ts';
import { createSocialWorld, type Provider, sendConsent } from '../../world/social-walk.ts';
import type { World } from '../../world/world.ts';

const publicUrl = 'https://vote.example.com';

let world: World;
let port: string;
beforeAll(async () => {
  world = await createSocialWorld({ settings: { localHosts: ['localhost', '127.0.0.1', '[::1]', '192.168.7.31'] } });
  ({ port } = new URL(world.services.settings.publicUrl));
});
afterAll(() => world[Symbol.asyncDispose]());

/** Returns the consent page to which the fan of a page at `host` is sent. */
async function consentFor(fan: TestFan, provider: Provider, host: string): Promise<URL> {
  const asked = { fan, body: { accountId: fan.accountId }, headers: { host } };
  const { data } =
    provider === 'twitter'
      ? await world.call('POST /task/api/v1/twitter/requestTokenLink', asked)
      : await world.call('POST /task/api/v1/discord/requestLoginLink', asked);
  return new URL(data.url);
}

async function returnTo(fan: TestFan, back: URL, host: string) {
  const { state, code } = Object.fromEntries(back.searchParams);
  const body = { accountId: fan.accountId, state: state ?? '', code };
  return world.call('POST /task/api/v1/twitter/getTokenAndBind', { fan, body, headers: { host } });
}

describe('the sandbox', () => {
  it.each([
    ['localhost', 'mina'],
    ['127.0.0.1', 'yuna'],
  ])('leads a fan of http://%s back there, and the account is linked', async (name, account) => {
    const fan = await world.given.fan();
    const host = `${name}:${port}`;
    const consent = await consentFor(fan, 'twitter', host);
    expect(consent.host).toBe(host);
    const page = await fetch(consent);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' http://${host};`);
    const answer = await sendConsent(consent.href, { name: account, allowed: 'true' });
    const back = new URL(answer.headers.get('location') ?? 'none:');
    expect(`${back.origin}${back.pathname}`).toBe(`http://${host}/social-callback`);
    expect((await returnTo(fan, back, host)).data.twitterName).toBe(account);
  });

  it.each(['[::1]', '192.168.7.31'])('leads a fan of http://%s back there', async (name) => {
    const consent = await consentFor(await world.given.fan(), 'discord', `${name}:${port}`);
    expect(consent.host).toBe(`${name}:${port}`);
    expect(consent.searchParams.get('redirect_uri')).toBe(`http://${name}:${port}/social-callback`);
  });

  it.each(['evil.example', 'localhost.evil.example', 'localhost:1', '192.168.7.32'])(
    'leads to the public address for the host %s, which this server does not announce',
    async (host) => {
      const consent = await consentFor(await world.given.fan(), 'twitter', host);
      const { publicUrl: address } = world.services.settings;
      expect(consent.origin).toBe(address);
      expect(consent.searchParams.get('redirect_uri')).toBe(`${address}/social-callback`);
    },
  );

  it.each([
    'https://evil.example/social-callback',
    'http://localhost:1/social-callback',
    'http://localhost.evil.example/social-callback',
    'http://192.168.7.32/social-callback',
  ])('sends no code to %s', async (foreign) => {
    const consent = await consentFor(await world.given.fan(), 'twitter', `localhost:${port}`);
    consent.searchParams.set('redirect_uri', foreign);
    expect((await fetch(consent)).status).toBe(400);
    const answer = await sendConsent(consent.href, { name: 'mina', allowed: 'true' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  it('links nothing when the fan returns to another address than the attempt was made for', async () => {
    const fan = await world.given.fan();
    const consent = await consentFor(fan, 'twitter', `localhost:${port}`);
    const answer = await sendConsent(consent.href, { name: 'wanderer', allowed: 'true' });
    const back = new URL(answer.headers.get('location') ?? 'none:');
    expect((await returnTo(fan, back, `127.0.0.1:${port}`)).refusal).toBe('SOCIAL_LINK_INVALID');
  });
});

it('a real provider returns the fan to the public address from every origin', async () => {
  await using product = await createSocialWorld({
    environment: { DISCORD_CLIENT_ID: '123456789012345678', DISCORD_CLIENT_SECRET: 'x'.repeat(32) },
  });
  const address = new URL(product.services.settings.publicUrl);
  product.services.settings.publicUrl = publicUrl;
  const fan = await product.given.fan();
  const { data } = await product.call('POST /task/api/v1/discord/requestLoginLink', {
    fan,
    body: { accountId: fan.accountId },
    headers: { host: `localhost:${address.port}` },
  });
  expect(new URL(data.url).searchParams.get('redirect_uri')).toBe(`${publicUrl}/social-callback`);
});
