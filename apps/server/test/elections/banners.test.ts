import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../world/count-queries.ts';
import { inBothLanguages } from '../world/in-both-languages.ts';
import { createWorld, type World } from '../world/world.ts';

const getBanner = 'POST /task/api/v1/taskItem/getBanner';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hour = (count: number) => new Date(noon.getTime() + count * 3_600_000);

describe('banners', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
    await givenBanner('second', { position: 2 });
    await givenBanner('first', { position: 1, opensAt: hour(-1), endsAt: hour(1) });
    await givenBanner('coming', { position: 3, opensAt: hour(2) });
    await givenBanner('gone', { position: 4, retired: true });
    await givenBanner('elsewhere', { type: 'mall', link: 'https://example.com/mall' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  type Options = { type?: string; position?: number; opensAt?: Date; endsAt?: Date; retired?: boolean; link?: string };

  function givenBanner(id: string, options: Options) {
    return world.ownerPool.query(
      `INSERT INTO banner (id, type, title, text, picture_seed, link, opens_at, ends_at, position, retired)
       VALUES ($1, $2, $3, $4, 'night-h2', $5, $6, $7, $8, $9)`,
      [
        id,
        options.type ?? 'task',
        inBothLanguages(`Title of ${id}`),
        inBothLanguages(`Text of ${id}`),
        options.link ?? '/mall',
        options.opensAt ?? null,
        options.endsAt ?? null,
        options.position ?? 1,
        options.retired ?? false,
      ],
    );
  }

  async function readBanners(type: 'home' | 'task' | 'mall' | 'activity') {
    const { data } = await world.call(getBanner, { body: { type } });
    return data.map(({ bannerId }) => bannerId);
  }

  it('of a screen come in the order of the pack, only those that can be seen now', async () => {
    expect(await readBanners('task')).toEqual(['first', 'second']);
    expect(await readBanners('mall')).toEqual(['elsewhere']);
    expect(await readBanners('activity')).toEqual([]);
  });

  it('appear and vanish at their very instants', async () => {
    for (const [at, banners] of [
      [new Date(hour(1).getTime() - 1), ['first', 'second']],
      [hour(1), ['second']],
      [hour(2), ['second', 'coming']],
    ] as const) {
      world.clock.set(at);
      expect({ at, banners: await readBanners('task') }).toEqual({ at, banners });
    }
    world.clock.set(noon);
  });

  it('speak the caller’s language, and have a picture that the server draws', async () => {
    const { data } = await world.call(getBanner, { body: { type: 'task' }, language: 'zh_TW' });
    expect(data[0]).toEqual({
      bannerId: 'first',
      type: 'task',
      title: 'Title of first（中文）',
      text: 'Text of first（中文）',
      pictureUrl: '/art/v1/covers/night-h2.svg',
      link: '/mall',
      opensAt: hour(-1).toISOString(),
      endsAt: hour(1).toISOString(),
    });
    const picture = await world.app.inject({ url: data[0]?.pictureUrl ?? '' });
    expect(picture).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/svg+xml' } });
  });

  it('come from memory for any number of readers', async () => {
    await readBanners('task');
    const asked = await countQueries(/banner/, () =>
      Promise.all(Array.from({ length: 40 }, () => readBanners('task'))),
    );
    expect(asked).toBe(0);
  });

  it('come from memory as well where the pack has none', async () => {
    await using bare = await createWorld({ now: noon });
    const asked = await countQueries(/banner/, async () => {
      for (let call = 0; call < 40; call++) {
        expect((await bare.call(getBanner, { body: { type: 'task' } })).data).toEqual([]);
      }
    });
    expect(asked).toBe(1);
  });

  it('of home are named by the ranking from opening to end, otherwise when they change', async () => {
    const { activityId } = await world.given.election();
    const readName = async () => {
      const { data } = await world.call('GET /activity/api/v1/vote/ranking', { query: { activityId } });
      return data.homeBanners;
    };
    await givenBanner('outage', { type: 'home', opensAt: hour(1), endsAt: hour(3) });
    await givenBanner('second-outage', { type: 'home', opensAt: hour(2), endsAt: hour(3) });
    world.clock.set(hour(0.5));
    const names = [await readName()];
    for (const at of [hour(1), hour(2), hour(3)]) {
      world.clock.set(at);
      await expect.poll(readName).not.toBe(names.at(-1));
      names.push(await readName());
    }
    world.clock.set(noon);
    const aName: unknown = expect.stringMatching(/^[\w-]{12}$/);
    expect(names).toEqual([undefined, aName, aName, undefined]);
  });

  it.each([[{ type: 'start' }], [{ type: 'tasks' }], [{}]])('of an unknown screen are refused: %j', async (body) => {
    const reply = await world.call(getBanner, { body: body as { type: 'task' } });
    expect(reply).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
    expect(reply.message).toContain('type');
  });

  it.each([
    ['a screen that has none', { type: 'rule' }, 'banner_type_check'],
    ['a script', { link: 'javascript:alert(1)' }, 'banner_link_check'],
    ['another host by two slashes', { link: '//example.com' }, 'banner_link_check'],
    ['another host by a backslash', { link: '/\\example.com' }, 'banner_link_check'],
    ['an end before its beginning', { opensAt: hour(2), endsAt: hour(1) }, 'banner_check'],
  ])('are not kept with %s', async (_, options, constraint) => {
    await expect(givenBanner('wrong', options)).rejects.toMatchObject({ constraint });
  });
});
