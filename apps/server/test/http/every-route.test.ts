import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildApp, createServices } from '#/app.ts';
import { routesOf } from '../world/routes-of.ts';
import { createWorld, type World } from '../world/world.ts';

const environment = { LIVE_RTMP_FOLDER: '/nonexistent', METRICS_TOKEN: 'only-the-operators-know-this' };

describe('every route of a server', () => {
  afterEach(() => vi.restoreAllMocks());

  it('has a rate, or the server does not start', async () => {
    await using world = await createWorld();
    const extend = (server: World['app']) => void server.get('/probe/without-rate', () => 'ok');
    await expect(buildApp(createServices(world.services), { extend })).rejects.toThrow(
      'These routes have no rate: GET /probe/without-rate; HEAD /probe/without-rate',
    );
  });

  it('refuses who has used up its rate', async () => {
    // No bucket has room for a second call.
    await using world = await createWorld({ environment, settings: { rateLimitFactor: 1e-6 } });
    const routes = routesOf(world);
    expect(routes.length).toBeGreaterThan(200);
    const open: string[] = [];
    for (const { method, url } of [...routes, { method: 'GET', url: '/no/such/address' } as const]) {
      await world.app.inject({ method, url });
      const { statusCode } = await world.app.inject({ method, url });
      if (statusCode !== 429) open.push(`${method} ${url}: ${statusCode}`);
    }
    expect(open).toEqual([]);
  });

  it('gives way under load, except for health, metrics and rooms on air', async () => {
    await using world = await createWorld({ environment });
    vi.spyOn(world.app.load, 'isTooHigh').mockReturnValue(true);
    const answering: string[] = [];
    for (const { method, url } of [...routesOf(world), { method: 'GET', url: '/no/such/address' } as const]) {
      const { statusCode, headers } = await world.app.inject({ method, url });
      if (statusCode !== 503 || headers['retry-after'] !== '2') answering.push(`${method} ${url}`);
    }
    expect(answering.toSorted()).toEqual([
      'GET /healthz',
      'GET /metrics',
      'GET /readyz',
      'HEAD /healthz',
      'HEAD /metrics',
      'HEAD /readyz',
      'POST /live/rtmp/done',
      'POST /live/rtmp/update',
    ]);
  });
});
