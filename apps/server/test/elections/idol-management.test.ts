import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../world/count-queries.ts';
import { createWorld, type World } from '../world/world.ts';

const getOptions = 'POST /task/api/v1/idolManagement/getSearchIdolOptions';
const getTop16 = 'POST /task/api/v1/idolManagement/getTop16Ranking';

describe('looking for idols', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ stands: true, now: new Date('2026-11-21T04:30:00Z') });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([getOptions, getTop16] as const)('is refused while there is no election: %s', async (route) => {
    expect(await world.call(route)).toMatchObject({ status: 200, refusal: 'ACTIVITY_NOT_FOUND' });
  });

  it('offers the teams, the numbers and the orders of the current election', async () => {
    await world.given.election({ idols: 18 });
    const { data } = await world.call(getOptions, { language: 'zh_TW' });
    expect(data).toEqual({
      activityId: '1004',
      teams: [
        {
          teamId: 'aurora',
          name: 'Aurora（中文）',
          names: { en_US: 'Aurora', zh_TW: 'Aurora（中文）' },
          slogan: 'Up（中文）',
          colour: '#aa3366',
          idolCount: 18,
        },
      ],
      numbers: Array.from({ length: 18 }, (_, index) => index + 1),
      sorts: ['rank', 'number', 'name'],
    });
  });

  it('shows only the sixteen best, with names, faces and votes', async () => {
    const fan = await world.given.fan({ votes: 5 });
    const body = { activityId: '1004', idolId: '17', num: 5 };
    await world.call('POST /activity/api/v1/vote/doVote', { fan, body });
    world.time.forget();
    await expect
      .poll(async () => (await world.call(getTop16)).data.list[0])
      .toEqual({
        idolId: '17',
        rank: 1,
        votes: 5,
        change: 0,
        leftInRound: null,
        name: 'Idol 17',
        names: { en_US: 'Idol 17', zh_TW: 'Idol 17（中文）' },
        number: 17,
        teamId: 'aurora',
        portraitUrl: '/art/v2/portraits/portrait-17.svg',
      });
    const { data } = await world.call(getTop16, { body: { activityId: 1004 } });
    expect(data).toMatchObject({ activityId: '1004', title: 'The election', state: 'open', totalVotes: 5 });
    expect(data.list.map(({ rank }) => rank)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  });

  it('leaves out withdrawn idols', async () => {
    await world.ownerPool.query(`UPDATE candidate SET withdrawn = true WHERE idol_id = '2'`);
    world.time.forget();
    await expect.poll(async () => (await world.call(getOptions)).data.numbers.includes(2)).toBe(false);
    expect((await world.call(getTop16)).data.list.map(({ idolId }) => idolId)).not.toContain('2');
  });

  it('reads the ranking from the database once for forty calls while it is fresh', async () => {
    // The lifecycle of activities reads it too, once an hour.
    await world.time.step();
    world.time.forget();
    const all = await countQueries(/ledger\.pool_shard/, () =>
      Promise.all(Array.from({ length: 40 }, () => world.call(getTop16))),
    );
    expect(all).toBe(1);
  });

  it.each([getOptions, getTop16] as const)('is refused in an election that does not exist: %s', async (route) => {
    expect(await world.call(route, { body: { activityId: '9' } })).toMatchObject({ refusal: 'ACTIVITY_NOT_FOUND' });
  });
});
