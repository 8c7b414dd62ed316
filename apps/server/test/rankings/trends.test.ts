import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepActivities } from '../world/activity-lifecycle.ts';
import { countQueries } from '../world/count-queries.ts';
import { activityId } from '../world/given-election.ts';
import { createWorld, type World } from '../world/world.ts';

const getTrends = 'GET /activity/api/v1/vote/trends';
/** 10:30 in Taipei, where the platform's day begins at 16:00 UTC. */
const opensAt = new Date('2026-11-21T02:30:00Z');
const closesAt = new Date('2026-11-24T02:00:00Z');
const hourMs = 60 * 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({
    now: new Date('2026-11-21T02:00:00Z'),
    stands: true,
    environment: { PLATFORM_TIME_ZONE: 'Asia/Taipei' },
  });
  await world.given.election({ idols: 3, opensAt, closesAt });
});
afterAll(() => world[Symbol.asyncDispose]());

async function goTo(instant: string): Promise<void> {
  await world.time.set(new Date(instant));
  await stepActivities(world);
}

/** Passes hour by hour up to a time, so that the ranking of each is kept. */
async function passHours(until: string): Promise<void> {
  const end = Date.parse(until);
  for (;;) {
    const next = (Math.floor(world.clock.now().getTime() / hourMs) + 1) * hourMs;
    if (next > end) break;
    await goTo(new Date(next).toISOString());
  }
  await goTo(until);
}

async function vote(idolId: string, num: number): Promise<void> {
  const fan = await world.given.fan({ votes: num });
  const body = { activityId, idolId, num };
  expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body })).code).toBe(0);
  world.time.forget();
}

const trends = async () => (await world.call(getTrends, { query: { activityId } })).data;
const inShort = async () =>
  (await trends()).list.map(({ idolId, votes, votesToday, change }) => [idolId, votes.at(-1), votesToday, change]);

describe('the trends of an election', () => {
  it('are empty before the opening', async () => {
    expect(await trends()).toEqual({
      activityId,
      dayBeganAt: '2026-11-20T16:00:00.000Z',
      times: [],
      list: [],
    });
  });

  it('begin at zero at the opening, without a change of place', async () => {
    await goTo('2026-11-21T02:40:00Z');
    await vote('2', 10);
    await passHours('2026-11-21T04:20:00Z');
    await vote('1', 5);
    const { times, list } = await trends();
    expect(times).toEqual([
      opensAt.toISOString(),
      '2026-11-21T03:00:00.000Z',
      '2026-11-21T04:00:00.000Z',
      '2026-11-21T04:20:00.000Z',
    ]);
    expect(list).toEqual([
      { idolId: '2', votes: [0, 10, 10, 10], ranks: [null, 1, 1, 1], votesToday: 10, change: null },
      { idolId: '1', votes: [0, 0, 0, 5], ranks: [null, 2, 2, 2], votesToday: 5, change: null },
      { idolId: '3', votes: [0, 0, 0, 0], ranks: [null, 3, 3, 3], votesToday: 0, change: null },
    ]);
  });

  it('count today from the platform’s midnight, to the minute', async () => {
    await passHours('2026-11-21T15:59:00Z');
    expect((await inShort())[0]).toEqual(['2', 10, 10, null]);
    await passHours('2026-11-21T16:01:00Z');
    expect((await inShort())[0]).toEqual(['2', 10, 0, null]);
    await vote('3', 20);
    expect(await inShort()).toEqual([
      ['3', 20, 20, null],
      ['2', 10, 0, null],
      ['1', 5, 0, null],
    ]);
  });

  it('compare places with a day ago, over the last 24 hours alone', async () => {
    await passHours('2026-11-22T05:10:00Z');
    const { times, list } = await trends();
    expect([times.length, times[0], times.at(-1)]).toEqual([
      25,
      '2026-11-21T06:00:00.000Z',
      '2026-11-22T05:10:00.000Z',
    ]);
    expect(list.map(({ idolId, votes, change }) => [idolId, votes.length, votes[0], change])).toEqual([
      ['3', 25, 0, 2],
      ['2', 25, 10, -1],
      ['1', 25, 5, -1],
    ]);
  });

  it('are read once for any number of callers, and carry a tag', async () => {
    world.time.forget();
    const ask = () => Promise.all(Array.from({ length: 20 }, trends));
    expect(await countQueries(/jsonb_object_agg[\s\S]*ranking_snapshot/, ask)).toBe(1);
    const { headers } = await world.call(getTrends, { query: { activityId } });
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=10, stale-while-revalidate=30' });
    const again = await world.app.inject({
      url: `/activity/api/v1/vote/trends?activityId=${activityId}`,
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('end at the closing second, and stay so', async () => {
    await passHours('2026-11-24T02:01:00Z');
    const known = await trends();
    expect(known.times.at(-1)).toBe(closesAt.toISOString());
    await goTo('2026-11-26T00:00:00Z');
    expect(await trends()).toEqual(known);
  });

  it('are not found for an unknown activity', async () => {
    expect((await world.call(getTrends, { query: { activityId: '9' } })).refusal).toBe('ACTIVITY_NOT_FOUND');
  });
});
