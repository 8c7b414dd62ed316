import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { createServices, buildApp } from '#/app.ts';
import { serve } from '#/http/handle.ts';
import { sealed } from '../world/sign-up.ts';
import { newWallet } from '../world/wallet.ts';
import { createWorld, type World } from '../world/world.ts';

const endpoint = { summary: '', auth: 'public', data: z.object({}), errors: [] } as const;

function routes(server: FastifyInstance) {
  serve(server, 'GET /probe/tight', endpoint, () => Promise.resolve({}), { rate: 'tight' });
  serve(server, 'GET /probe/also-tight', endpoint, () => Promise.resolve({}), { rate: 'tight' });
  serve(server, 'GET /probe/sign-in', endpoint, () => Promise.resolve({}), { rate: 'signIn' });
  serve(server, 'GET /probe/sign-up', endpoint, () => Promise.resolve({}), { rate: 'signUp' });
  serve(server, 'GET /probe/usual', endpoint, () => Promise.resolve({}));
}

/** Sends many requests, some concurrently: a busy database would answer dozens at once too late. */
async function inSlices<Reply>(times: number, ask: (n: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let from = 0; from < times; from += 10) {
    const slice = Array.from({ length: Math.min(10, times - from) }, (_, n) => ask(from + n));
    replies.push(...(await Promise.all(slice)));
  }
  return replies;
}

describe('a rate limit', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ extend: routes, environment: { TRUST_PROXY: '1', MAX_IN_FLIGHT: '10000' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = (address: string, url = '/probe/tight', app = world.app) =>
    app.inject({ url, headers: { 'x-forwarded-for': address, 'accept-language': 'en' } });

  const askFrom = (device: string, address: string) =>
    world.app.inject({ url: '/probe/sign-up', headers: { 'x-forwarded-for': address, 'x-deviceid': device } });

  async function statuses(times: number, address: string, url?: string, app?: FastifyInstance) {
    const counts: Record<number, number> = {};
    for (const { statusCode } of await inSlices(times, () => ask(address, url, app))) {
      counts[statusCode] = (counts[statusCode] ?? 0) + 1;
    }
    return counts;
  }

  it('lets a burst in, then says when to come again', async () => {
    expect(await statuses(20, '192.0.2.1')).toEqual({ 200: 20 });
    const refused = await ask('192.0.2.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('3');
    expect(refused.json()).toEqual({ code: 9006, message: 'Too many requests. Try again in 3 seconds.', data: null });

    world.clock.advance(2_900);
    expect((await ask('192.0.2.1')).statusCode).toBe(429);
    world.clock.advance(100);
    expect((await ask('192.0.2.1')).statusCode).toBe(200);
    expect((await ask('192.0.2.1')).statusCode).toBe(429);
  });

  it('of one address and one route does not touch others', async () => {
    await statuses(21, '192.0.2.2');
    expect((await ask('192.0.2.3')).statusCode).toBe(200);
    expect((await ask('192.0.2.2', '/probe/also-tight')).statusCode).toBe(200);
  });

  it('is tight where a call by anybody takes much work', async () => {
    const url = '/wallet/api/v1/user/humanCheckChallenge';
    expect(await statuses(21, '192.0.2.10', url)).toEqual({ 200: 20, 429: 1 });
  });

  it('is wide where hundreds sign in from behind one address, and has an end there too', async () => {
    expect(await statuses(610, '192.0.2.20', '/probe/sign-in')).toEqual({ 200: 600, 429: 10 });
  });

  it('lets wallets and passwords of a whole stadium in', async () => {
    const from = { 'x-forwarded-for': '192.0.2.21' };
    for (let fan = 1; fan <= 40; fan += 1) {
      const body = { address: newWallet().address };
      expect((await world.call('POST /wallet/api/v1/user/metaMaskLogin', { body, headers: from })).status).toBe(200);
    }
    const password = await sealed(world, 'never the right one');
    for (let fan = 1; fan <= 30; fan += 1) {
      const body = { email: 'one-and-the-same@example.com', password };
      const { refusal } = await world.call('POST /wallet/api/v1/user/login', { body, headers: from });
      expect(refusal).not.toBe('TOO_MANY_REQUESTS');
    }
  });

  it('of signing up is tight for one device, without an effect on others in its network', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => askFrom('the rival', '192.0.2.22')));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    const others = await Promise.all(Array.from({ length: 100 }, (_, fan) => askFrom(`fan ${fan}`, '192.0.2.22')));
    expect(new Set(others.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    // The same name on another network is another device.
    expect((await askFrom('the rival', '192.0.2.23')).statusCode).toBe(200);
  });

  it('of signing up ends for a network that makes up devices', async () => {
    const replies = await inSlices(610, (n) => askFrom(`made up ${n}`, '192.0.2.24'));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(600);
  });

  it('writes nothing down of the devices that a network makes up once it is full', async () => {
    await inSlices(610, (n) => askFrom(`made up ${n}`, '192.0.2.25'));
    const countWritten = async () =>
      (await world.ownerPool.query("SELECT FROM rate_limit WHERE bucket LIKE 'GET /probe/sign-up 192.0.2.25 %'"))
        .rowCount;
    const before = await countWritten();
    const more = await inSlices(50, (n) => askFrom(`one more ${n}`, '192.0.2.25'));
    expect(new Set(more.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
    expect(await countWritten()).toBe(before);
    world.clock.advance(100);
    expect((await askFrom('a fan', '192.0.2.25')).statusCode).toBe(200);
  });

  it('that is tight counts over all replicas, also for concurrent calls', async () => {
    const replica = await buildApp(createServices(world.services), { extend: routes });
    const [here, there] = await Promise.all([statuses(15, '192.0.2.4'), statuses(15, '192.0.2.4', undefined, replica)]);
    await replica.close();
    expect((here[200] ?? 0) + (there[200] ?? 0)).toBe(20);
  });

  it('usually only stops a flood', async () => {
    expect(await statuses(3_050, '192.0.2.5', '/probe/usual')).toEqual({ 200: 3_000, 429: 50 });
    world.clock.advance(1_000);
    expect(await statuses(310, '192.0.2.5', '/probe/usual')).toEqual({ 200: 300, 429: 10 });
  });

  it('leaves no trace of clients who have left', async () => {
    await world.ownerPool.query('DELETE FROM rate_limit');
    await ask('192.0.2.6');
    world.clock.advance(10 * 60_000);
    await Promise.all([ask('192.0.2.7'), ask('192.0.2.8'), ask('192.0.2.9')]);
    const { rows } = await world.ownerPool.query<{ bucket: string }>('SELECT bucket FROM rate_limit ORDER BY bucket');
    expect(rows.map(({ bucket }) => bucket)).toEqual(
      ['192.0.2.7', '192.0.2.8', '192.0.2.9'].map((address) => `GET /probe/tight ${address}`),
    );
  });

  it('lets no more in when all come at once to a bucket that was not there', async () => {
    for (let address = 1; address <= 10; address += 1) {
      expect(await statuses(40, `198.51.100.${address}`)).toEqual({ 200: 20, 429: 20 });
    }
  });

  it('counts an address once in every spelling of a proxy, and all invalid ones as one', async () => {
    const countOf = async (addresses: readonly string[]) => {
      const replies = await inSlices(60, (n) => ask(addresses[n % addresses.length] ?? ''));
      return replies.filter(({ statusCode }) => statusCode === 200).length;
    };
    const ports = Array.from({ length: 60 }, (_, port) => 40_001 + port);
    expect(await countOf(ports.map((port) => `198.51.100.77:${port}`))).toBe(20);
    expect(await countOf(ports.map((port) => `[2001:db8:7::${port.toString(16)}]:${port}`))).toBe(20);
    expect(await countOf(['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '64:ff9b::cb00:7107'])).toBe(20);
    expect(await countOf(ports.map((port) => `made-up-${port}`))).toBe(20);
    expect((await ask('198.51.100.77')).statusCode).toBe(429);
  });
});
