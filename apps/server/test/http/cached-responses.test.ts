import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { contract } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../world/count-queries.ts';
import type { TestElection } from '../world/given-election.ts';
import { createWorld, type World } from '../world/world.ts';

const routes = [
  'GET /activity/api/v1/vote/activity',
  'GET /activity/api/v1/vote/ranking',
  'GET /activity/api/v1/vote/idol/getVoteIdolTeams',
  'GET /activity/api/v1/vote/idol/getAllIdolList',
] as const;
type SharedRoute = (typeof routes)[number];

describe('what everybody asks for in a storm', () => {
  let world: World;
  let election: TestElection;
  beforeAll(async () => {
    world = await createWorld();
    election = await world.given.election({ idols: 40 });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  function get(route: SharedRoute, headers: Record<string, string> = {}, query = '') {
    const path = route.slice('GET '.length);
    return world.app.inject({ url: `${path}?activityId=${election.activityId}${query}`, headers });
  }

  function voteFor(idolId: string, fan: Awaited<ReturnType<World['given']['fan']>>) {
    const body = { activityId: election.activityId, idolId, num: 1 };
    return world.call('POST /activity/api/v1/vote/doVote', { fan, body });
  }

  it.each(routes)('%s is answered without asking the database', async (route) => {
    await get(route);
    const asks = 400;
    const queries = await countQueries(/./, () =>
      Promise.all(
        Array.from({ length: asks }, async () => {
          expect((await get(route)).statusCode).toBe(200);
        }),
      ),
    );
    // Readings of the ranking and of the catalogue that come due meanwhile are shared by all.
    expect(queries).toBeLessThan(asks / 4);
  });

  it.each(routes)('%s is the same compressed as plain, and says what it depends on', async (route) => {
    const plain = await get(route, { 'accept-encoding': 'identity' });
    expect(contract[route].data.safeParse(plain.json<{ data: unknown }>().data).success).toBe(true);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toContain('accept-encoding');
    for (const [accepts, encoding, decompress] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ] as const) {
      const reply = await get(route, { 'accept-encoding': accepts });
      const isSmall = plain.rawPayload.length < 1_000;
      expect(reply.headers['content-encoding']).toBe(isSmall ? undefined : encoding);
      const text = isSmall ? reply.body : decompress(reply.rawPayload).toString();
      const { data } = JSON.parse(text) as { data: unknown };
      expect(contract[route].data.safeParse(data).success).toBe(true);
    }
  });

  it.each(routes.slice(1))('%s is not sent again until somebody votes', async (route) => {
    const fan = await world.given.fan({ votes: 1 });
    const { headers } = await get(route);
    const known = { 'if-none-match': String(headers['etag']) };
    const again = await get(route, known);
    expect({ status: again.statusCode, body: again.body, etag: again.headers['etag'] }).toEqual({
      status: 304,
      body: '',
      etag: headers['etag'],
    });
    expect((await voteFor('7', fan)).code).toBe(0);
    await expect.poll(async () => (await get(route, known)).statusCode).toBe(200);
    expect((await get(route)).headers['etag']).not.toBe(headers['etag']);
  });

  it('speaks the language of the caller', async () => {
    const route = 'GET /activity/api/v1/vote/idol/getAllIdolList';
    const names = async (language: string) => {
      const reply = await get(route, { 'accept-language': language });
      expect(reply.headers['vary']).toContain('accept-language');
      return reply.json<{ data: { name: string; number: number }[] }>().data.map(({ name }) => name);
    };
    expect(await names('en-US')).toContain('Idol 7');
    expect(await names('zh-TW')).toContain('Idol 7（中文）');
  });

  it('keeps the orders of a list and its searches apart', async () => {
    const route = 'GET /activity/api/v1/vote/idol/getAllIdolList';
    const list = async (query: string) =>
      (await get(route, {}, query)).json<{ data: { idolId: string }[] }>().data.map(({ idolId }) => idolId);
    expect((await list('&sort=number')).slice(0, 3)).toEqual(['1', '2', '3']);
    expect((await list('&sort=rank'))[0]).toBe('7');
    expect(await list('&keyword=Idol 12')).toEqual(['12']);
  });

  it('reports the close at the instant of the close', async () => {
    const route = 'GET /activity/api/v1/vote/activity';
    const stateAt = async (at: Date) => {
      world.clock.set(at);
      const { data } = (await get(route)).json<{ data: { state: string; serverTime: string } }>();
      expect(Math.abs(new Date(data.serverTime).getTime() - at.getTime())).toBeLessThanOrEqual(250);
      return data.state;
    };
    expect(await stateAt(new Date(election.closesAt.getTime() - 1))).toBe('open');
    expect(await stateAt(election.closesAt)).toBe('closing');
  });
});
