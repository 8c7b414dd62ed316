import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../world/world.ts';
import { endpointOf, exampleCall, routes, sendCall } from './send-call.ts';

const answering = routes.filter((route) => !endpointOf(route).streams);

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', PUBLIC_URL: 'https://vote.example.com' } });
});
afterAll(() => world[Symbol.asyncDispose]());

const onEverything = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};
const onAnswers = { ...onEverything, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };

describe('an answer', () => {
  it.each(answering)('is guarded by its headers, good or bad: %s', async (route) => {
    const fan = await world.given.fan();
    const example = exampleCall(route);
    const asked = [
      { ...example, headers: { token: fan.token } },
      { ...example, headers: {} },
      { query: { pageSize: 'x' }, body: { accountId: 7 }, headers: { token: fan.token } },
    ];
    for (const sent of asked) {
      const { headers, status } = await sendCall(world, route, sent);
      expect(headers).toMatchObject(onAnswers);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
      if (endpointOf(route).auth === 'fan' || status >= 400) expect(headers['cache-control']).toBe('no-store');
      if (headers['set-cookie']) expect(headers['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    }
  });

  it.each(['/nowhere', '/wallet/api/v1/nowhere', '/%', '/..%2f..%2fetc/passwd', '/healthz', '/openapi.json'])(
    'is guarded also beside the contract: %s',
    async (url) => {
      const { headers } = await world.app.inject({ url, headers: { accept: 'application/json' } });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  it('of a stream is guarded alike', async () => {
    const address = await world.listen();
    for (const route of routes.filter((one) => endpointOf(one).streams)) {
      const given = new AbortController();
      const response = await fetch(address + route.slice('GET '.length), { signal: given.signal });
      expect(Object.fromEntries(response.headers)).toMatchObject(onAnswers);
      given.abort();
      await response.body?.cancel().catch(() => undefined);
    }
  });
});
