import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueProbeToken, probeHeader } from '#/config/probe-token.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { createWorld, type World } from '../world/world.ts';

const metricsToken = 'only-the-operators-know-this';

describe('pages for operators', () => {
  let world: World;
  let isReplicating = true;
  const lines: string[] = [];

  beforeAll(async () => {
    world = await createWorld({ environment: { METRICS_TOKEN: metricsToken }, onLogLine: (line) => lines.push(line) });
    world.services.health.require('replication', () => Promise.resolve(isReplicating));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const requestLines = () =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request');

  it('/healthz says that the process lives', async () => {
    const reply = await world.app.inject('/healthz');
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'alive' }]);
  });

  it('/healthz tells the caller’s address to a caller with a fresh token of the secret, and to no other', async () => {
    const keys = createServerKeys(world.services.settings.serverSecret);
    const asked = (token: string) =>
      world.app.inject({ url: '/healthz', headers: { [probeHeader]: token, 'x-forwarded-for': '203.0.113.7' } });
    const now = Date.now();
    expect((await asked(issueProbeToken(keys, new Date(now)))).json()).toEqual({
      status: 'alive',
      arrived: { address: '127.0.0.1', from: '127.0.0.1', forwardedFor: '203.0.113.7' },
    });
    for (const token of [issueProbeToken(keys, new Date(now - 61_000)), 'guessed', '']) {
      expect((await asked(token)).json()).toEqual({ status: 'alive' });
    }
  });

  it('/readyz says what fails, if anything', async () => {
    // The database has all the time that it needs to answer.
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    try {
      expect((await world.app.inject('/readyz')).json()).toEqual({ status: 'ready', failing: [] });
      isReplicating = false;
      vi.advanceTimersByTime(500);
      const reply = await world.app.inject('/readyz');
      expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'not ready', failing: ['replication'] }]);
    } finally {
      isReplicating = true;
      vi.useRealTimers();
    }
  });

  it('/readyz looks once for all who ask within half a second', async () => {
    let looks = 0;
    await using other = await createWorld();
    other.services.health.require('a counted look', async () => (looks += 1) > 0);
    await Promise.all(Array.from({ length: 40 }, () => other.app.inject('/readyz')));
    expect(looks).toBe(1);
  });

  it.each([[undefined], ['Bearer '], ['Bearer wrong'], [metricsToken]])(
    '/metrics is closed to %s',
    async (authorization) => {
      const reply = await world.app.inject({
        url: '/metrics',
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(reply.body).not.toContain('lightstick_');
    },
  );

  it('/metrics shows a caller with the token requests, refusals, load and the pool', async () => {
    await world.app.inject('/config');
    await world.app.inject({ method: 'POST', url: '/wallet/api/v1/user/getAssetDetail', payload: { accountId: 'x' } });
    const { body, statusCode } = await world.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    expect(statusCode).toBe(200);
    expect(body).toMatch(/lightstick_http_request_seconds_count\{route="GET \/config",status="200"\} 1/);
    expect(body).toMatch(
      /lightstick_refusals_total\{route="POST \/wallet\/api\/v1\/user\/getAssetDetail",reason="UNAUTHENTICATED"\} 1/,
    );
    expect(body).toMatch(/lightstick_http_in_flight 0/);
    expect(body).toMatch(/lightstick_event_loop_delay_seconds \d/);
    expect(body).toMatch(/lightstick_database_connections\{state="waiting"\} 0/);
  });

  it('/metrics is not there without a token', async () => {
    await using other = await createWorld();
    expect((await other.app.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode).toBe(404);
  });

  it('give every request an id: the given one when it is sane, else a new one', async () => {
    const idOf = async (given?: string) =>
      (await world.app.inject({ url: '/config', headers: given === undefined ? {} : { 'x-request-id': given } }))
        .headers['x-request-id'];
    expect(await idOf('trace-7f3a.1')).toBe('trace-7f3a.1');
    const made = await idOf();
    expect(made).toMatch(/^[\w-]{8,}$/);
    expect(await idOf()).not.toBe(made);
    for (const insane of ['short', 'with space inside', 'x'.repeat(65), 'a"quoted"one'])
      expect(await idOf(insane)).not.toBe(insane);
  });

  it('write one line for a request, without its query, its body and its secrets', async () => {
    const fan = await world.given.fan();
    lines.length = 0;
    await world.app.inject({
      method: 'POST',
      url: '/wallet/api/v1/user/getAssetDetail?email=mina@example.com',
      payload: { accountId: fan.accountId },
      headers: {
        token: fan.token,
        'x-deviceid': 'device-1',
        'x-custom-device-type': 'IOS',
        'x-versioncode': 'ab12cd3',
        cookie: 'passport=abc',
      },
    });
    expect(requestLines()).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        requestId: expect.any(String),
        method: 'POST',
        route: 'POST /wallet/api/v1/user/getAssetDetail',
        status: 200,
        ms: expect.any(Number),
        fanId: fan.id,
        address: '127.0.0.1',
        device: 'device-1',
        deviceType: 'IOS',
        version: 'ab12cd3',
        msg: 'request',
      },
    ]);
    expect(lines.join()).not.toMatch(new RegExp(`${fan.token}|mina@example.com|passport|${fan.accountId}`));
  });
});
