import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseFan } from '../world/erase-fan.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const voteForIdol = 'POST /wallet/api/v1/ticketVote/voteForIdol';
const callRank = 'POST /wallet/api/v1/userExpand/getUsersCallRank';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());
// Everybody who cheered in another test leaves the rank for good, as erased fans do.
beforeEach(async () => {
  const { rows } = await world.ownerPool.query<{ id: number }>('SELECT fan_id AS id FROM fan_cheers');
  for (const fan of rows) await eraseFan(world, fan);
});

async function cheererWith(tickets: number): Promise<TestFan> {
  const fan = await world.given.fan({ tickets });
  await cheer(fan, tickets);
  return fan;
}
const cheer = (fan: TestFan, num: number) =>
  world.call(voteForIdol, { fan, body: { idolId: '1', num, periods: activityId } });
const rank = async (fan?: TestFan, paging: { pageNum?: number; pageSize?: number } = {}) =>
  (await world.call(callRank, { fan, body: { periods: activityId, ...paging } })).data;

describe('the call rank of fans', () => {
  it('goes by tickets cheered with; equals share a rank and stand in the order of their sign-up', async () => {
    const [most, one, other, least] = [
      await cheererWith(50),
      await cheererWith(30),
      await cheererWith(30),
      await cheererWith(1),
    ];
    const { list, total } = await rank(other);
    expect(list.map((row) => [row.rank, row.tickets, row.isMe])).toEqual([
      [1, 50, false],
      [2, 30, false],
      [2, 30, true],
      [4, 1, false],
    ]);
    expect(total).toBe(4);
    for (const [fan, place] of [
      [most, 1],
      [one, 2],
      [least, 4],
    ] as const) {
      expect((await rank(fan, { pageSize: 1 })).mine).toMatchObject({ rank: place, isMe: true, nickname: 'Mina' });
    }
  });

  it('is shown to visitors, and to a fan without cheers without a rank', async () => {
    await cheererWith(5);
    const fan = await world.given.fan({ tickets: 5 });
    expect(await rank()).toMatchObject({ total: 1, mine: null });
    expect((await rank(fan)).mine).toMatchObject({ rank: null, tickets: 0, isMe: true });
  });

  it('comes in pages that fit together', async () => {
    for (const tickets of [4, 3, 2, 1]) await cheererWith(tickets);
    const pages = await Promise.all([1, 2, 3].map((pageNum) => rank(undefined, { pageNum, pageSize: 2 })));
    expect(pages.map(({ list }) => list.map((row) => [row.rank, row.tickets]))).toEqual([
      [
        [1, 4],
        [2, 3],
      ],
      [
        [3, 2],
        [4, 1],
      ],
      [],
    ]);
  });

  it('forgets a fan who was erased, while what they cheered stays with the idol', async () => {
    const fan = await cheererWith(7);
    const idol = { body: { idolId: '1', periods: activityId } };
    const before = await world.call('POST /wallet/api/v1/ticketVote/getIdolCheers', idol);
    await eraseFan(world, fan);
    expect(await rank()).toMatchObject({ list: [], total: 0 });
    const after = await world.call('POST /wallet/api/v1/ticketVote/getIdolCheers', idol);
    expect(after.data.cheers).toBe(before.data.cheers);
  });

  it('refuses an activity that does not exist', async () => {
    expect((await world.call(callRank, { body: { periods: '9' } })).refusal).toBe('ACTIVITY_NOT_FOUND');
  });

  it('is read from its index, in its order', async () => {
    const { rows } = await world.ownerPool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT fan_id, rank() OVER (ORDER BY tickets DESC) FROM fan_cheers WHERE activity_id = '1004'
        ORDER BY tickets DESC, fan_id LIMIT 20`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('fan_cheers_ranking_idx');
  });
});
