import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const getFollowedIdols = 'GET /activity/api/v1/following/getFollowedIdols';
const followRoute = 'POST /activity/api/v1/following/follow';
const unfollowRoute = 'POST /activity/api/v1/following/unfollow';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;
const seven = ['1', '2', '3', '4', '5', '6', '7'];

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon, environment: { RATE_LIMIT_FACTOR: '1000' } });
  await world.given.election({
    opensAt: new Date(noon.getTime() - hourMs),
    closesAt: new Date(noon.getTime() + 48 * hourMs),
    idols: 24,
    changedBy: `UPDATE candidate SET withdrawn = true WHERE idol_id = '24'`,
  });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await world.given.fan({ votes: 100 });
});

const follow = (idolId: string, asMain?: boolean, caller = fan) =>
  world.call(followRoute, { fan: caller, body: { idolId, ...(asMain !== undefined && { asMain }) } });
const unfollow = (idolId: string) => world.call(unfollowRoute, { fan, body: { idolId } });
const list = async (caller = fan) => (await world.call(getFollowedIdols, { fan: caller })).data.list;
const followed = async (caller = fan) => (await list(caller)).map(({ idolId }) => idolId);
const followAll = async (idolIds: readonly string[]) => {
  for (const idolId of idolIds) expect((await follow(idolId)).code).toBe(0);
};
const vote = async (idolId: string, num: number) => {
  const body = { activityId, idolId, num };
  expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body })).code).toBe(0);
};

describe('following idols', () => {
  it('begins with a main idol and goes on with up to six more, in the order of following', async () => {
    expect(await followed()).toEqual([]);
    const first = await follow('3');
    expect(first.data).toMatchObject({ activityId, state: 'open', most: 7, list: [{ idolId: '3', name: 'Idol 3' }] });
    await followAll(['1', '2', '4', '5', '6', '7']);
    expect(await followed()).toEqual(['3', '1', '2', '4', '5', '6', '7']);
  });

  it('is each fan’s own, in the language of the call, with the team’s colour', async () => {
    await follow('1');
    const other = await world.given.fan();
    expect(await followed(other)).toEqual([]);
    const { data } = await world.call(getFollowedIdols, { fan, language: 'zh_TW' });
    expect(data.list).toMatchObject([{ name: 'Idol 1（中文）', colour: '#aa3366', followedAt: noon.toISOString() }]);
  });

  it('makes an idol the main one, new or followed, and moves the others down in their order', async () => {
    await followAll(['1', '2', '3']);
    await follow('3', true);
    expect(await followed()).toEqual(['3', '1', '2']);
    await follow('4', true);
    expect(await followed()).toEqual(['4', '3', '1', '2']);
  });

  it('stops, and the others move up: the next one becomes the main idol', async () => {
    await followAll(['1', '2', '3']);
    expect((await unfollow('1')).data.list.map(({ idolId }) => idolId)).toEqual(['2', '3']);
    await unfollow('3');
    await unfollow('2');
    expect(await followed()).toEqual([]);
  });

  it('is the same when repeated: following, making the main idol, stopping', async () => {
    await followAll(['1', '2']);
    world.clock.advance(1000);
    await changesNothing(world, () => follow('2'));
    await changesNothing(world, () => follow('1'));
    await changesNothing(world, () => follow('1', true));
    await changesNothing(world, () => unfollow('9'));
    expect(await followed()).toEqual(['1', '2']);
    world.clock.set(noon);
  });

  it.each<[string, string, string]>([
    ['an idol of no activity', '77', 'IDOL_NOT_FOUND'],
    ['an idol who has withdrawn', '24', 'IDOL_WITHDRAWN'],
  ])('is refused for %s and changes nothing', async (_, idolId, refusal) => {
    for (const asMain of [false, true]) {
      expect(await changesNothing(world, () => follow(idolId, asMain))).toMatchObject({ status: 200, refusal });
    }
  });

  it('is refused for an eighth idol, as the main one too, says what to do, and changes nothing', async () => {
    await followAll(seven);
    for (const asMain of [false, true]) {
      const reply = await changesNothing(world, () => follow('8', asMain));
      expect(reply).toMatchObject({ status: 200, refusal: 'FOLLOWING_FULL' });
      expect(reply.message).toBe('You can follow up to 7 idols. Unfollow one, then follow her.');
    }
    await unfollow('4');
    await follow('8', true);
    expect(await followed()).toEqual(['8', '1', '2', '3', '5', '6', '7']);
  });

  it('is refused to strangers and for what is no idol, and changes nothing', async () => {
    await changesNothing(world, async () => {
      for (const route of [followRoute, unfollowRoute] as const) {
        expect(await world.call(route, { body: { idolId: '1' } })).toMatchObject({ status: 401 });
        expect(await world.call(route, { fan, body: { idolId: '' } })).toMatchObject({ status: 422 });
      }
    });
  });

  it('never exceeds seven, however many arrive at once, and leaves no gap', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => follow(String(index + 1), index % 3 === 0)),
    );
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(7);
    expect(replies.filter(({ refusal }) => refusal === 'FOLLOWING_FULL')).toHaveLength(13);
    const { rows } = await world.ownerPool.query<{ place: number }>(
      'SELECT place FROM followed_idol WHERE fan_id = $1 ORDER BY place',
      [fan.id],
    );
    expect(rows.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is one follow when the same request arrives twenty times at once, and one stop', async () => {
    const follows = await Promise.all(Array.from({ length: 20 }, () => follow('5')));
    expect([follows.every(({ code }) => code === 0), await followed()]).toEqual([true, ['5']]);
    await follow('6');
    await Promise.all(Array.from({ length: 20 }, () => unfollow('5')));
    expect(await followed()).toEqual(['6']);
  });

  it('keeps its rules in the database for every writer', async () => {
    await followAll(['1', '2']);
    const insert = (idolId: string, place: number) =>
      world.pool.query('INSERT INTO followed_idol VALUES ($1, $2, $3, now())', [fan.id, idolId, place]);
    await expect(insert('3', 2)).rejects.toMatchObject({ constraint: 'followed_idol_has_its_own_place' });
    await expect(insert('2', 3)).rejects.toMatchObject({ constraint: 'followed_idol_pkey' });
    await expect(insert('3', 8)).rejects.toMatchObject({ constraint: 'followed_idol_place_check' });
    await expect(insert('3', 0)).rejects.toMatchObject({ constraint: 'followed_idol_place_check' });
    await expect(world.pool.query(`UPDATE followed_idol SET idol_id = '9'`)).rejects.toThrow('permission denied');
  });
});

describe('the standings of followed idols', () => {
  it('say the place, the votes that pass the next one, and the lead of the first', async () => {
    await follow('11');
    await followAll(['12', '13']);
    await vote('11', 30);
    await vote('12', 21);
    await vote('13', 21);
    // Live rankings are a moment old.
    await expect.poll(async () => (await list())[2]?.standing?.votes).toBe(21);
    expect(await list()).toMatchObject([
      { standing: { rank: 1, votes: 30, above: null, lead: 9 } },
      {
        standing: {
          rank: 2,
          votes: 21,
          above: { idolId: '11', name: 'Idol 11', rank: 1, votesToPass: 10 },
          lead: null,
        },
      },
      { standing: { rank: 3, above: { idolId: '12', votesToPass: 1 } } },
    ]);
  });

  it('are missing for a followed idol who has withdrawn since', async () => {
    await followAll(['20', '1']);
    await world.ownerPool.query(`UPDATE candidate SET withdrawn = true WHERE idol_id = '20'`);
    await expect.poll(async () => (await list())[0]?.standing).toBeNull();
    expect((await list())[0]).toMatchObject({ idolId: '20', name: 'Idol 20' });
    await world.ownerPool.query(`UPDATE candidate SET withdrawn = false WHERE idol_id = '20'`);
  });
});

describe('the stored list of followed idols', () => {
  it('is in the copy of their data, and goes with them', async () => {
    await followAll(['2', '1']);
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    const followedAt = noon.toISOString();
    expect(copy.data.followedIdols).toEqual({
      total: 2,
      rows: [
        { idolId: '2', place: 1, followedAt },
        { idolId: '1', place: 2, followedAt },
      ],
    });
    await eraseFan(world, fan);
    const { rows } = await world.ownerPool.query('SELECT FROM followed_idol WHERE fan_id = $1', [fan.id]);
    expect(rows).toEqual([]);
  });
});
