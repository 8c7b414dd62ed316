import { randomUUID } from 'node:crypto';
import type { Contract, InputOf } from '@lightstick/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServices, buildApp } from '#/app.ts';
import { analyticsReport, readUsage } from '#/modules/analytics/index.ts';
import { runJobs } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'POST /analytics/api/v1/events';
const dayMs = 24 * 60 * 60_000;
const now = new Date('2026-11-21T10:20:40.500Z');

type Batch = InputOf<Contract[typeof route]>['body'];
type TestEvent = Batch['events'][number];

const view: TestEvent = { name: 'screen_view', screen: '/task', properties: {}, at: '2026-11-21T10:19:59.999Z' };

const batch = (change: object = {}): Batch => ({
  sessionId: randomUUID(),
  deviceType: 'H5',
  languageType: 'zh_TW',
  theme: 'dark',
  version: 'abc1234',
  events: [view],
  ...change,
});

const event = (name: string, properties: object, more: object = {}) =>
  batch({ events: [{ ...view, name, properties, ...more }] });

describe('what a tab measures', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ now });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.ownerPool.query('TRUNCATE analytics_event'));

  const rows = async (from: World = world) =>
    (await from.ownerPool.query('SELECT * FROM analytics_event ORDER BY id')).rows;

  it('is stored with the minute, and with nothing by which a fan could be found', async () => {
    const sent = batch({
      events: [view, { ...view, name: 'vote', properties: { activityId: '1004', size: '10-49' } }],
    });
    const { data } = await world.call(route, { body: sent, fan: await world.given.fan() });
    expect(data).toEqual({ stored: 2 });
    const common = {
      id: expect.any(Number),
      session_id: sent.sessionId,
      screen: '/task',
      device_type: 'H5',
      language_type: 'zh_TW',
      theme: 'dark',
      version: 'abc1234',
      happened_at: new Date('2026-11-21T10:19:00Z'),
      received_at: new Date('2026-11-21T10:20:00Z'),
    };
    expect(await rows()).toEqual([
      { ...common, name: 'screen_view', properties: {} },
      { ...common, name: 'vote', properties: { activityId: '1004', size: '10-49' } },
    ]);
  });

  it('may come as plain text, as the beacon of a closing page sends it', async () => {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/analytics/api/v1/events',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      payload: JSON.stringify(batch()),
    });
    expect(reply.json()).toMatchObject({ code: 0, data: { stored: 1 } });
    expect(await rows()).toHaveLength(1);
  });

  it.each<[string, Record<string, string>]>([
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
  ])('is not stored for a browser that sends %s', async (_, headers) => {
    expect((await world.call(route, { body: batch(), headers })).data).toEqual({ stored: 0 });
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['a field that no event has', event('screen_view', { email: 'mina@example.com' })],
    ['a field of another event', event('task', { typeId: 2, code: 9 })],
    ['an unknown event', event('typed', {})],
    ['a screen with its query', event('screen_view', {}, { screen: '/login?next=/me' })],
    ['a path with an address in it', event('error', { kind: 'api', code: 1, status: 500, path: '/x?email=a@b.c' })],
    ['an error in its own words', event('error', { kind: 'uncaught', name: 'Error: Mina said so' })],
    ['more about the tab', batch({ accountId: 'fan-1' })],
    ['an id that names no one but is not random', batch({ sessionId: 'mina' })],
    ['more than fifty events', batch({ events: Array.from({ length: 51 }, () => view) })],
    ['no event at all', batch({ events: [] })],
  ])('is refused when it has %s', async (_, body) => {
    const reply = await world.call(route, { body });
    expect([reply.status, reply.refusal]).toEqual([422, 'REQUEST_INVALID']);
    expect(await rows()).toEqual([]);
  });

  it('is not stored where the deployment does not want it', async () => {
    await using off = await createWorld({ now, environment: { ANALYTICS: 'off', GTAG_ID: 'G-ABC123DEF4' } });
    expect((await off.call(route, { body: batch() })).data).toEqual({ stored: 0 });
    expect(await rows(off)).toEqual([]);
    expect((await off.call('GET /config')).data.analytics).toEqual({ enabled: false, gtagId: null });
  });

  it('is stored up to a daily limit over all processes, which is logged once', async () => {
    const lines: string[] = [];
    await using full = await createWorld({
      now,
      environment: { ANALYTICS_EVENTS_A_DAY: '50' },
      onLogLine: (line) => lines.push(line),
    });
    const replica = await buildApp(createServices(full.services));
    const send = async (events: number, app = full.app) => {
      const payload = batch({ events: Array.from({ length: events }, () => view) });
      const reply = await app.inject({ method: 'POST', url: '/analytics/api/v1/events', payload });
      return reply.json<{ data: { stored: number } }>().data.stored;
    };
    expect(await send(20)).toBe(20);
    const atOnce = await Promise.all([send(20), send(20), send(20, replica), send(20, replica)]);
    expect(atOnce.reduce((sum, stored) => sum + stored, 0)).toBe(20);
    expect(await rows(full)).toHaveLength(40);
    expect([await send(20), await send(1)]).toEqual([0, 0]);
    const told = lines.filter((line) => line.includes('no more of what tabs measure is stored on this day'));
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(2);
    full.clock.advance(dayMs);
    expect([await send(50, replica), await send(1, replica)]).toEqual([50, 0]);
    await replica.close();
  });

  it('is dropped when too much comes at once, without an error', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => world.call(route, { body: batch() })));
    const stored = replies.reduce((sum, { data }) => sum + data.stored, 0);
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    expect(stored).toBeLessThan(20);
    expect(await rows()).toHaveLength(stored);
  });

  it('is dropped and logged when it cannot be stored', async () => {
    const lines: string[] = [];
    await using broken = await createWorld({ now, onLogLine: (line) => lines.push(line) });
    await broken.ownerPool.query('ALTER TABLE analytics_event RENAME TO gone');
    expect((await broken.call(route, { body: batch() })).data).toEqual({ stored: 0 });
    expect(lines.join()).toContain('what a tab measured could not be stored');
    // The line of the request, with its address, is not written for a beacon.
    expect(lines).toHaveLength(1);
  });

  it('is refused from an address that sends without end, which the other calls do not feel', async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < 7; round += 1) {
      const replies = await Promise.all(
        Array.from({ length: 100 }, () =>
          world.app.inject({
            method: 'POST',
            url: '/analytics/api/v1/events',
            headers: { dnt: '1' },
            payload: batch(),
          }),
        ),
      );
      for (const { statusCode } of replies) statuses.add(statusCode);
    }
    expect(statuses).toEqual(new Set([200, 429]));
    expect((await world.call('GET /config')).status).toBe(200);
    world.clock.advance(60_000);
  });

  it('is forgotten after as many days as the deployment says', async () => {
    const start = world.clock.now();
    await world.call(route, { body: batch() });
    world.clock.advance(89 * dayMs);
    const forget = async () => {
      await world.ownerPool.query(`SELECT graphile_worker.add_job('forget-analytics-events')`);
      await runJobs(world);
      return (await rows()).length;
    };
    expect(await forget()).toBe(1);
    world.clock.advance(2 * dayMs);
    expect(await forget()).toBe(0);
    world.clock.advance(start.getTime() - world.clock.now().getTime());
  });

  it('is summed up by day for the operator', async () => {
    const lcp = (value: number): TestEvent => ({
      ...view,
      name: 'web_vital',
      properties: { metric: 'LCP', value, rating: 'good' },
    });
    const chunk: TestEvent = {
      ...view,
      name: 'error',
      properties: { kind: 'chunk', type: 'missing', address: '/assets/mall-screen-1a2b.js' },
    };
    await world.call(route, { body: batch({ events: [view, view, lcp(1000), lcp(2000), lcp(3000), chunk] }) });
    await world.call(route, { body: batch({ events: [view, { ...view, name: 'task', properties: { typeId: 2 } }] }) });
    const at = world.clock.now().getTime();
    const usage = await readUsage(world.ownerPool, new Date(at - dayMs), new Date(at + dayMs));
    const report = analyticsReport(usage);
    expect(usage.views).toEqual([{ day: expect.any(String), screen: '/task', views: 3, tabs: 2 }]);
    expect(usage.vitals).toEqual([{ day: expect.any(String), metric: 'LCP', p75: 2500, measurements: 3 }]);
    expect(report).toMatch(/LCP +2500 ms +3/);
    expect(report).toMatch(/task +1/);
    expect(report).toContain('chunk missing /assets/mall-screen-1a2b.js');
    expect(analyticsReport(await readUsage(world.ownerPool, new Date(0), new Date(1)))).toBe(
      'Nothing was measured in these days.',
    );
  });
});

describe('the settings of analytics', () => {
  it('tell browsers whether to measure, and open the pages’ policy for Google only where it is wanted', async () => {
    await using world = await createWorld({ environment: { GTAG_ID: 'G-ABC123DEF4' } });
    expect((await world.call('GET /config')).data.analytics).toEqual({ enabled: true, gtagId: 'G-ABC123DEF4' });
    const policy = world.app.pageHeaders['content-security-policy'];
    expect(policy).toContain("script-src 'self' https://www.googletagmanager.com/gtag/;");
    expect(policy).toContain("connect-src 'self' https://*.google-analytics.com https://*.analytics.google.com;");
    await using usual = await createWorld();
    expect((await usual.call('GET /config')).data.analytics).toEqual({ enabled: true, gtagId: null });
    expect(usual.app.pageHeaders['content-security-policy']).not.toContain('google');
  });
});
