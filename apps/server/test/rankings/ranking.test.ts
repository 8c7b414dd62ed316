import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestElection } from '../world/given-election.ts';
import { createWorld, type World } from '../world/world.ts';

describe('the ranking', () => {
  let world: World;
  let election: TestElection;
  beforeAll(async () => {
    world = await createWorld({ stands: true, now: new Date('2026-11-21T04:30:00Z') });
    election = await world.given.election({ idols: 3 });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function vote(idolId: string, num: number) {
    const fan = await world.given.fan({ votes: num });
    const { activityId } = election;
    const reply = await world.call('POST /activity/api/v1/vote/doVote', { fan, body: { activityId, idolId, num } });
    expect(reply.code).toBe(0);
    return reply.data;
  }

  /** Reads the present ranking, regardless of earlier reads. */
  async function ranking() {
    world.time.forget();
    const { data } = await world.call('GET /activity/api/v1/vote/ranking', {
      query: { activityId: election.activityId },
    });
    return data;
  }

  it('puts the idol with more votes first, and of equals who got there first', async () => {
    // The snapshot of this hour is taken before anybody has voted.
    await world.time.step();
    await vote('3', 5);
    world.clock.advance(1000);
    await vote('2', 5);
    world.clock.advance(1000);
    expect(await vote('1', 9)).toMatchObject({ idolVotes: 9, rank: 1 });
    expect((await ranking()).list.map((row) => [row.idolId, row.votes, row.rank])).toEqual([
      ['1', 9, 1],
      ['3', 5, 2],
      ['2', 5, 3],
    ]);
  });

  it('tells a voter the rank that the ranking then shows, ties included', async () => {
    expect(await vote('2', 4)).toMatchObject({ idolVotes: 9, rank: 2 });
    expect((await ranking()).list.find((row) => row.idolId === '2')?.rank).toBe(2);
  });

  it('is not sent again to a caller who has it', async () => {
    const query = { activityId: election.activityId };
    const route = '/activity/api/v1/vote/ranking?activityId=1004';
    const { headers } = await world.call('GET /activity/api/v1/vote/ranking', { query });
    const again = await world.app.inject({ url: route, headers: { 'if-none-match': String(headers['etag']) } });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    await vote('1', 1);
    world.time.forget();
    const changed = await world.app.inject({ url: route, headers: { 'if-none-match': String(headers['etag']) } });
    expect(changed.statusCode).toBe(200);
  });

  it('shows places gained and lost since the last full hour', async () => {
    world.clock.set(new Date('2026-11-21T05:10:00Z'));
    await vote('3', 100);
    expect((await ranking()).list.map((row) => row.idolId)).toEqual(['3', '1', '2']);
    expect((await ranking()).list[0]?.change).toBeGreaterThan(0);
  });

  it('lists idols by team, by name in either language, and by number', async () => {
    const { activityId } = election;
    const list = async (query: object) => {
      const { data } = await world.call('GET /activity/api/v1/vote/idol/getAllIdolList', {
        query: { activityId, ...query },
      });
      return data.map((idol) => idol.idolId);
    };
    expect(await list({ sort: 'number' })).toEqual(['1', '2', '3']);
    expect(await list({ keyword: 'idol 2' })).toEqual(['2']);
    expect(await list({ keyword: 'Idol 2（中文' })).toEqual(['2']);
    expect(await list({ keyword: 'ＩＤＯＬ　２' })).toEqual(['2']);
    expect(await list({ keyword: 'İDOL 2' }), 'a Turkish keyboard').toEqual(['2']);
    expect(await list({ keyword: 'nobody' })).toEqual([]);
    expect(await list({ teamId: 'nobody' })).toEqual([]);
  });

  it('sums the votes of a team', async () => {
    const { data } = await world.call('GET /activity/api/v1/vote/idol/getVoteIdolTeams', {
      query: { activityId: election.activityId },
    });
    expect(data).toMatchObject([{ teamId: 'aurora', idolCount: 3, votes: (await ranking()).totalVotes }]);
  });

  it.each([
    'GET /activity/api/v1/vote/activity',
    'GET /activity/api/v1/vote/ranking',
    'GET /activity/api/v1/vote/idol/getVoteIdolTeams',
    'GET /activity/api/v1/vote/idol/getAllIdolList',
  ] as const)('%s refuses an activity that does not exist', async (route) => {
    expect((await world.call(route, { query: { activityId: '9' } })).refusal).toBe('ACTIVITY_NOT_FOUND');
  });
});
