import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '#/lib/uuid.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { activityId, ticketAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const voteForIdol = 'POST /wallet/api/v1/ticketVote/voteForIdol';
const idolCheers = 'POST /wallet/api/v1/ticketVote/getIdolCheers';
const cheerRecords = 'POST /wallet/api/v1/ticketVote/getCheerRecords';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  await world.given.election({
    opensAt: new Date(noon.getTime() - hourMs),
    closesAt: new Date(noon.getTime() + hourMs),
    idols: 6,
    changedBy: `UPDATE candidate SET withdrawn = true WHERE idol_id = '6'`,
  });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  fan = await world.given.fan({ tickets: 20 });
});

type CheerOptions = { idolId?: string; key?: string; caller?: TestFan; periods?: string };
const cheer = (num = 1, { idolId = '1', key = randomUUID(), caller = fan, periods = activityId }: CheerOptions = {}) =>
  world.call(voteForIdol, { fan: caller, body: { idolId, num, periods }, key });
const cheersOf = async (idolId: string, caller?: TestFan) =>
  (await world.call(idolCheers, { fan: caller, body: { idolId, periods: activityId } })).data;
const atOnce = (count: number, act: (index: number) => ReturnType<typeof cheer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

describe('cheering for an idol', () => {
  it('uses up tickets and counts for her and for the fan, and not as votes', async () => {
    const votesBefore = await world.ownerPool.query(
      'SELECT * FROM ledger.pool_shard JOIN candidate_tally USING (pool)',
    );
    const before = (await cheersOf('1')).cheers;
    expect(await cheer(3)).toMatchObject({
      code: 0,
      data: { num: 3, ticketsLeft: 17, idolCheers: before + 3, myCheers: 3, cheeredAt: noon.toISOString() },
    });
    expect(await cheer(2, { idolId: '2' })).toMatchObject({ data: { ticketsLeft: 15, myCheers: 5 } });
    expect(await cheersOf('1', fan)).toMatchObject({
      cheers: before + 3,
      mine: { tickets: 15, forIdol: 3, inActivity: 5 },
    });
    expect((await cheersOf('1')).mine).toBeNull();
    const votes = await world.ownerPool.query('SELECT * FROM ledger.pool_shard JOIN candidate_tally USING (pool)');
    expect(votes.rows).toEqual(votesBefore.rows);
  });

  it.each<[string, Parameters<typeof cheer>, string]>([
    ['more tickets than there are', [21], 'INSUFFICIENT_TICKETS'],
    ['somebody who does not stand in the activity', [1, { idolId: '77' }], 'IDOL_NOT_FOUND'],
    ['somebody who has withdrawn', [1, { idolId: '6' }], 'IDOL_WITHDRAWN'],
    ['an activity that does not exist', [1, { periods: '9' }], 'ACTIVITY_NOT_FOUND'],
  ])('is refused for %s and changes nothing', async (_, asked, refusal) => {
    expect(await changesNothing(world, () => cheer(...asked))).toMatchObject({ status: 200, refusal });
  });

  it('is refused when it is unreadable or anonymous, and changes nothing', async () => {
    await changesNothing(world, async () => {
      for (const num of [0, -1, 1.5, 1_000_001]) expect((await cheer(num)).status).toBe(422);
      const body = { idolId: '1', num: 1, periods: activityId };
      expect(await world.call(voteForIdol, { body })).toMatchObject({ status: 401 });
    });
  });

  it('counts by the time the server received it, to the millisecond', async () => {
    world.clock.set(new Date(noon.getTime() - hourMs - 1));
    const early = await changesNothing(world, () => cheer());
    world.clock.advance(1);
    expect([early.refusal, (await cheer()).refusal]).toEqual(['VOTING_NOT_OPEN', undefined]);
    world.clock.set(new Date(noon.getTime() + hourMs - 1));
    expect(await cheer()).toMatchObject({ code: 0 });
    world.clock.advance(1);
    const late = await changesNothing(world, () => cheer());
    expect(late.refusal).toBe('VOTING_ENDED');
  });

  it('answers a replay with the first answer and counts once, even after the end', async () => {
    const key = uuidV7(noon);
    const first = await cheer(2, { key });
    // Within the grace after the end, before the period is closed for good and for the tests that follow.
    world.clock.set(new Date(noon.getTime() + hourMs + 1000));
    const replay = await changesNothing(world, () => cheer(2, { key }));
    expect(first.code).toBe(0);
    expect(replay).toMatchObject({ code: 0, data: first.data });
    const other = await changesNothing(world, () => cheer(3, { key }));
    expect(other).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('never spends more than there is, however often a fan cheers at once', async () => {
    const replies = await atOnce(40, (index) => cheer(3, { idolId: String(1 + (index % 5)) }));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(6);
    expect(replies.filter(({ refusal }) => refusal === 'INSUFFICIENT_TICKETS')).toHaveLength(34);
    expect(await balanceOf(world, fan, ticketAsset)).toBe(2);
    expect((await cheersOf('1', fan)).mine).toMatchObject({ inActivity: 18 });
  });

  it('counts every one of forty fans who cheer for the same idol at once', async () => {
    const before = (await cheersOf('5')).cheers;
    const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan({ tickets: 2 })));
    const replies = await atOnce(40, (index) => cheer(2, { idolId: '5', caller: fans[index] as TestFan }));
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    expect((await cheersOf('5')).cheers).toBe(before + 80);
  });

  it('is one cheer when the same request arrives forty times at once', async () => {
    const key = randomUUID();
    const replies = await atOnce(40, () => cheer(5, { key }));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
    expect(await balanceOf(world, fan, ticketAsset)).toBe(15);
  });
});

describe('the record of cheers', () => {
  it('is newest first, in pages, by idol and in the caller’s language, and in the copy of their data', async () => {
    await cheer(1);
    await cheer(2, { idolId: '2' });
    await cheer(3);
    const read = async (body: object) => (await world.call(cheerRecords, { fan, body, language: 'zh_TW' })).data;
    const all = await read({});
    expect(all).toMatchObject({ total: 3, list: [{ num: 3 }, { num: 2, idolName: 'Idol 2（中文）' }, { num: 1 }] });
    expect(await read({ pageNum: 2, pageSize: 2 })).toMatchObject({ total: 3, list: [{ num: 1 }] });
    expect(await read({ idolId: '2' })).toMatchObject({ total: 1, list: [{ idolId: '2' }] });
    expect(await read({ activityId: '9' })).toMatchObject({ total: 0, list: [] });
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {}, language: 'zh_TW' });
    expect(copy.data.cheers).toEqual({ total: 3, rows: all.list });
    expect(copy.data.transfers.rows).toContainEqual(
      expect.objectContaining({ transferId: all.list[0]?.transferId, amount: -3, reason: 'cheer' }),
    );
  });

  it('marks an idol who has withdrawn since', async () => {
    await cheer(1, { idolId: '3' });
    await cheer(1, { idolId: '4' });
    const marks = async () =>
      (await world.call(cheerRecords, { fan, body: {} })).data.list.map((one) => [one.idolId, one.isWithdrawn]);
    expect(await marks()).toEqual([
      ['4', false],
      ['3', false],
    ]);
    await world.ownerPool.query(`UPDATE candidate SET withdrawn = true WHERE idol_id = '3'`);
    expect(await marks()).toEqual([
      ['4', false],
      ['3', true],
    ]);
    await world.ownerPool.query(`UPDATE candidate SET withdrawn = false WHERE idol_id = '3'`);
  });
});
