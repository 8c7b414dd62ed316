import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureOf } from '../identity/profiles/pictures.ts';
import { createWorld, type World } from '../world/world.ts';

describe('a drawing as JPEG', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ environment: { TRUST_PROXY: '1' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = (seed: string, address: string) =>
    world.app.inject({ url: `/art/v2/portraits/${seed}.jpg`, headers: { 'x-forwarded-for': address } });

  it('is refused to a flood, which keeps no fan from changing her picture', async () => {
    const fan = await world.given.fan();
    const upload = new Blob([new Uint8Array(await pictureOf())]);
    const flood = Array.from({ length: 400 }, (_, id) => ask(`flood-${id}`, `192.0.2.${id % 250}`));
    const avatar = await world.call('POST /wallet/api/v1/userExpand/uploadAvatar', { fan, upload, body: {} });
    expect(avatar.code).toBe(0);

    const replies = await Promise.all(flood);
    const refused = replies.filter(({ statusCode }) => statusCode === 503);
    expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBe(replies.length - refused.length);
    expect(refused.length).toBeGreaterThan(300);
    expect(refused[0]?.headers).toMatchObject({
      'cache-control': 'no-store',
      'retry-after': expect.any(String) as string,
    });
    expect((await ask('flood-0', '192.0.2.1')).statusCode, 'once the flood is over').toBe(200);
  });

  it('is limited for each network', async () => {
    await ask('one', '198.51.100.1');
    const replies = await Promise.all(Array.from({ length: 60 }, () => ask('one', '198.51.100.1')));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(59);
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    expect((await ask('one', '203.0.113.1')).statusCode).toBe(200);
  });
});
