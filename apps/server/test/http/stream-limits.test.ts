import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStreamPlaces } from '#/http/event-stream.ts';
import { createWorld, type World } from '../world/world.ts';

describe('places of streams', () => {
  it('end for a network before they end for all', () => {
    const places = createStreamPlaces(5, 2);
    expect([1, 2, 3].map(() => places.take('192.0.2.1') !== undefined)).toEqual([true, true, false]);
    expect([1, 2, 3].map(() => places.take('192.0.2.2') !== undefined)).toEqual([true, true, false]);
    expect(['192.0.2.3', '192.0.2.4'].map((network) => places.take(network) !== undefined)).toEqual([true, false]);
  });

  it('are returned once, even if a listener leaves often', () => {
    const places = createStreamPlaces(2, 2);
    const leave = places.take('192.0.2.1');
    places.take('192.0.2.1');
    leave?.();
    leave?.();
    expect([1, 2].map(() => places.take('192.0.2.1') !== undefined)).toEqual([true, false]);
  });
});

describe('the stream of the ranking', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ environment: { TRUST_PROXY: '1' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('is refused to a network that has a quarter of all streams, and to no other', async () => {
    const { activityId } = await world.given.election();
    const address = await world.listen();
    async function statusFor(network: string): Promise<number> {
      const left = new AbortController();
      const url = `${address}/activity/api/v1/vote/stream?activityId=${activityId}`;
      const reply = await fetch(url, { headers: { 'x-forwarded-for': network }, signal: left.signal });
      left.abort();
      return reply.status;
    }
    const leaving = Array.from({ length: 5_000 }, () => world.app.streamPlaces.take('2001:db8:1:2::/64'));
    expect(await statusFor('2001:db8:1:2::7')).toBe(503);
    expect(await statusFor('2001:db8:1:3::7')).toBe(200);
    for (const leave of leaving) leave?.();
    expect(await statusFor('2001:db8:1:2::7')).toBe(200);
  });
});
