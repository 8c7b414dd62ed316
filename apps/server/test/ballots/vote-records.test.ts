import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { activityId } from '../world/given-election.ts';
import { createWorld } from '../world/world.ts';

const getVoteRecords = 'POST /wallet/api/v1/userExpand/getVoteRecords';
const doVote = 'POST /activity/api/v1/vote/doVote';

it('shows a fan’s own votes as the election does, filtered by an idol or an activity', async () => {
  await using world = await createWorld();
  await world.given.election();
  const [fan, other] = [await world.given.fan({ votes: 10 }), await world.given.fan({ votes: 10 })];
  for (const [voter, idolId, num] of [
    [fan, '1', 2],
    [fan, '2', 3],
    [other, '1', 5],
  ] as const) {
    await world.call(doVote, { fan: voter, body: { activityId, idolId, num }, key: randomUUID() });
  }
  const { data } = await world.call(getVoteRecords, { fan, body: {} });
  expect(data.list.map(({ idolId, num }) => [idolId, num])).toEqual([
    ['2', 3],
    ['1', 2],
  ]);
  expect(data).toEqual((await world.call('GET /activity/api/v1/vote/voteRecord', { fan, query: {} })).data);
  const ofIdol = await world.call(getVoteRecords, { fan, body: { idolId: '1', activityId } });
  expect(ofIdol.data).toMatchObject({ total: 1, list: [{ idolId: '1', num: 2 }] });
  const beyond = await world.call(getVoteRecords, { fan, body: { pageNum: 3, pageSize: 2 } });
  expect(beyond.data).toEqual({
    list: [],
    total: 2,
    sums: { counted: 5, quarantined: 0, released: 0, voided: 0 },
    pageNum: 3,
    pageSize: 2,
  });
  const elsewhere = await world.call(getVoteRecords, { fan, body: { activityId: 'none' } });
  expect(elsewhere.data).toMatchObject({ total: 0, list: [] });
  expect(await world.call(getVoteRecords, { body: {} })).toMatchObject({ status: 401 });
});
