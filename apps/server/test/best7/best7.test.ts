import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '#/lib/uuid.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import { givenBest7Poll } from '../world/given-best7-poll.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const best7 = 'GET /activity/api/v1/vote/best7';
const doBest7Vote = 'POST /activity/api/v1/vote/doBest7Vote';
const best7Records = 'GET /activity/api/v1/vote/best7Records';
const noon = new Date('2026-03-10T04:00:00.000Z');
const seven = ['1', '2', '3', '4', '5', '6', '7'];
const withdrawn = '10';

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  const changedBy = `UPDATE candidate SET withdrawn = true WHERE idol_id = '${withdrawn}'`;
  await world.given.election({ idols: 10, changedBy });
  await givenBest7Poll(world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  fan = await world.given.fan();
});

type Options = { idolIds?: readonly string[]; key?: string; caller?: TestFan; activity?: string | undefined };
const cast = ({ idolIds = seven, key = randomUUID(), caller = fan, activity = activityId }: Options = {}) =>
  world.call(doBest7Vote, { fan: caller, body: { activityId: activity, idolIds: [...idolIds] }, key });
const pollOf = async (caller?: TestFan) => {
  const { poll } = (await world.call(best7, { fan: caller, query: { activityId } })).data;
  if (!poll) throw new Error('There is no poll');
  return poll;
};
const resultOf = async (idolId: string) => (await pollOf()).results.find((row) => row.idolId === idolId);
const atOnce = (count: number, act: (index: number) => ReturnType<typeof cast>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

describe('a ballot', () => {
  it('is cast once, is free, and gives seven points down to one', async () => {
    const before = await pollOf(fan);
    expect(before).toMatchObject({ activityId, state: 'open', timeZone: 'Asia/Taipei' });
    expect(before.mine).toEqual({ today: null, last: null, nextBallotAt: null });
    const reply = await cast({ idolIds: seven.toReversed() });
    const ballot = { day: '2026-03-10', castAt: noon.toISOString(), idolIds: seven.toReversed() };
    expect(reply.data).toMatchObject({ ...ballot, activityId, nextBallotAt: '2026-03-10T16:00:00.000Z' });
    const after = await pollOf(fan);
    expect(after.ballots).toBe(before.ballots + 1);
    expect(after.mine).toMatchObject({ today: ballot, last: ballot, nextBallotAt: '2026-03-10T16:00:00.000Z' });
    const gained = seven.map((idolId) => {
      const [then, now] = [before, after].map(({ results }) => results.find((row) => row.idolId === idolId));
      return (now?.points ?? 0) - (then?.points ?? 0);
    });
    expect(gained).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await pollOf()).mine).toBeNull();
  });

  it.each<[string, Options, string]>([
    ['somebody twice', { idolIds: ['1', '2', '3', '4', '5', '6', '1'] }, 'BEST7_IDOL_TWICE'],
    ['somebody unknown', { idolIds: ['1', '2', '3', '4', '5', '6', '77'] }, 'BEST7_IDOL_UNKNOWN'],
    ['somebody who has withdrawn', { idolIds: ['1', '2', '3', '4', '5', '6', withdrawn] }, 'IDOL_WITHDRAWN'],
    ['an activity without a poll', { activity: '9' }, 'BEST7_POLL_NOT_FOUND'],
  ])('is refused for %s and changes nothing', async (_, options, refusal) => {
    expect(await changesNothing(world, () => cast(options))).toMatchObject({ status: 200, refusal });
  });

  it('is refused when it is unreadable or anonymous, and changes nothing', async () => {
    await changesNothing(world, async () => {
      for (const idolIds of [[], seven.slice(1), [...seven, '8']]) expect((await cast({ idolIds })).status).toBe(422);
      expect(await world.call(doBest7Vote, { body: { activityId, idolIds: seven } })).toMatchObject({ status: 401 });
    });
  });

  it('is the only one of its fan and day', async () => {
    await cast();
    const second = await changesNothing(world, () => cast({ idolIds: seven.toReversed() }));
    expect(second).toMatchObject({ status: 200, refusal: 'BEST7_ALREADY_CAST' });
  });

  it('goes to the poll that needs attention first where no activity is named', async () => {
    expect(await world.call(doBest7Vote, { fan, body: { idolIds: seven } })).toMatchObject({ data: { activityId } });
    expect((await world.call(best7, { fan })).data.poll?.mine?.today?.idolIds).toEqual(seven);
  });

  it('answers a replay with the first answer and counts once, even the day after', async () => {
    const key = uuidV7(noon);
    const first = await cast({ key });
    world.clock.advance(24 * 60 * 60_000);
    const replay = await changesNothing(world, () => cast({ key }));
    expect(first.code).toBe(0);
    expect(replay).toMatchObject({ code: 0, data: first.data });
    const other = await changesNothing(world, () => cast({ key, idolIds: seven.toReversed() }));
    expect(other).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('the database itself', () => {
  const insert = (places: readonly (string | null)[], at = noon) =>
    world.ownerPool.query(
      `INSERT INTO best7_ballot (activity_id, fan_id, day, place_1, place_2, place_3, place_4, place_5, place_6,
        place_7,
                                 cast_at, key)
       VALUES ($1, $2, '2026-03-10', $3, $4, $5, $6, $7, $8, $9, $10, gen_random_uuid())`,
      [activityId, fan.id, ...places, at],
    );

  it.each<[string, (string | null)[], string]>([
    ['names somebody twice', ['1', '2', '3', '4', '5', '3', '7'], 'best7_ballot_names_each_once'],
    ['leaves a place empty', ['1', '2', '3', '4', '5', '6', null], 'not-null'],
    ['names a stranger', ['1', '2', '3', '4', '5', '6', '77'], 'foreign key'],
  ])('takes no ballot that %s', async (_, places, constraint) => {
    await changesNothing(world, () => expect(insert(places)).rejects.toThrow(constraint));
  });

  it('lets the application change no ballot and no poll', async () => {
    await cast();
    for (const attempt of [
      `UPDATE best7_ballot SET place_1 = '9'`,
      'DELETE FROM best7_ballot',
      'UPDATE best7_poll SET closes_at = now()',
      'DELETE FROM best7_poll',
    ]) {
      await changesNothing(world, () => expect(world.pool.query(attempt)).rejects.toThrow('permission denied'));
    }
  });

  it('takes no second ballot of a day', async () => {
    await cast();
    await changesNothing(world, () => expect(insert(seven)).rejects.toThrow('best7_ballot_one_a_day'));
  });
});

describe('many at once', () => {
  it('are all counted when forty fans name the same seven', async () => {
    const before = await resultOf('1');
    const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan()));
    // Half of them the other way round, so that two who wait for each other would be found.
    const orders = [seven, seven.toReversed()] as const;
    const replies = await atOnce(40, (index) =>
      cast({ caller: fans[index] as TestFan, idolIds: orders[index % 2] as readonly string[] }),
    );
    expect(replies.map(({ code }) => code)).toEqual(Array.from({ length: 40 }, () => 0));
    const after = await resultOf('1');
    expect((after?.points ?? 0) - (before?.points ?? 0)).toBe(20 * 7 + 20 * 1);
    expect((after?.firstPlaces ?? 0) - (before?.firstPlaces ?? 0)).toBe(20);
  });

  it('are one ballot when one fan casts forty', async () => {
    const before = (await pollOf()).ballots;
    const replies = await atOnce(40, () => cast());
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(replies.filter(({ refusal }) => refusal === 'BEST7_ALREADY_CAST')).toHaveLength(39);
    expect((await pollOf()).ballots).toBe(before + 1);
  });

  it('are one ballot, with one answer, when the same request arrives forty times', async () => {
    const before = (await pollOf()).ballots;
    const key = randomUUID();
    const replies = await atOnce(40, () => cast({ key }));
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
    expect((await pollOf()).ballots).toBe(before + 1);
  });
});

describe('the results', () => {
  it('go by points, then first places, then the number, and leave out who has withdrawn', async () => {
    const { results } = await pollOf();
    expect(results.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(results.slice(-2)).toMatchObject([
      { idolId: '8', points: 0 },
      { idolId: '9', points: 0 },
    ]);
    const points = results.map((row) => row.points);
    expect(points).toEqual(points.toSorted((one, other) => other - one));
  });

  it('stay when a fan who has cast a ballot is erased', async () => {
    await cast();
    const before = (await pollOf()).results;
    await eraseFan(world, fan);
    expect((await pollOf()).results).toEqual(before);
  });
});

describe('a fan’s ballots', () => {
  it('are listed newest first, in pages and in the caller’s language, and are in the copy of their data', async () => {
    await cast();
    world.clock.advance(24 * 60 * 60_000);
    await cast({ idolIds: seven.toReversed() });
    const read = async (query: object) => (await world.call(best7Records, { fan, query, language: 'zh_TW' })).data;
    const all = await read({});
    expect(all).toMatchObject({ total: 2, list: [{ day: '2026-03-11' }, { day: '2026-03-10' }] });
    expect(all.list[0]?.places[0]).toMatchObject({ place: 1, points: 7, idolId: '7', idolName: 'Idol 7（中文）' });
    expect(all.list[0]?.places.map((place) => place.points)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await read({ pageNum: 2, pageSize: 1 })).toMatchObject({ total: 2, list: [{ day: '2026-03-10' }] });
    expect(await read({ activityId: '9' })).toMatchObject({ total: 0, list: [] });
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {}, language: 'zh_TW' });
    expect(copy.data.best7Ballots).toEqual({ total: 2, rows: all.list });
  });

  it('keep the place of an idol who has withdrawn since, and mark her', async () => {
    await cast();
    await world.ownerPool.query(`UPDATE candidate SET withdrawn = true WHERE idol_id = '3'`);
    const { list } = (await world.call(best7Records, { fan })).data;
    const marked = list[0]?.places.map(({ place, idolId, isWithdrawn }) => ({ place, idolId, isWithdrawn }));
    expect(marked).toEqual(seven.map((idolId, index) => ({ place: index + 1, idolId, isWithdrawn: idolId === '3' })));
    await world.ownerPool.query(`UPDATE candidate SET withdrawn = false WHERE idol_id = '3'`);
  });
});
