import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countAllEarned } from '../world/count-all-earned.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenNft } from '../world/given-goods.ts';
import { givenBox, givenEnvelopeDraw, givenPacket, givenRaffle, pieces, points } from '../world/given-luck.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';
import { moveLuck } from './move-luck.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;

describe('luck in the rest of the product', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon, environment: { DEFAULT_COUNTRY: 'TW' } });
    await world.given.election();
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan({ points: 1000, votes: 50 });
    world.time.forget();
  });

  const grab = (packetId: string) =>
    world.call('GET /activity/api/v1/packet/grabPackage', { fan, query: { packetId } });
  const takePart = (activityId: string, num = 1) =>
    world.call('POST /wallet/api/v1/pointsMall/participateActivity', {
      fan,
      body: { activityId, num },
      key: randomUUID(),
    });

  /** Prepares a fan who has taken part in everything. */
  async function givenLuckyFan() {
    const packetId = await givenPacket(world, { total: 70, shares: 1 });
    await grab(packetId);
    const editionId = await givenNft(world, { reserved: 1 });
    const boxId = await givenBox(world, { prizes: [points('few', 5, 1), pieces('star', editionId, 1)], rareWithin: 2 });
    await takePart(boxId, 2);
    const drawId = await givenEnvelopeDraw(world, { prizes: [points('few', 7, 1)] });
    await world.call('POST /activity/api/v1/vote/doVote', { fan, body: { activityId: '1004', idolId: '1', num: 10 } });
    await world.call('POST /activity/api/v1/packet/drawRedEnvelopes', { fan, body: { activityId: drawId } });
    const raffleId = await givenRaffle(world, { prizes: [points('first', 500, 1)] });
    await takePart(raffleId);
    world.clock.set(new Date(noon.getTime() + hourMs + 15_000));
    await moveLuck(world);
    world.clock.set(new Date(noon.getTime() + hourMs + 80_000));
    await moveLuck(world);
    return { packetId, boxId, drawId, raffleId, editionId };
  }

  it('lists everything that chance has brought a fan, newest first', async () => {
    const { packetId, boxId, drawId, raffleId, editionId } = await givenLuckyFan();
    const { data } = await world.call('GET /activity/api/v1/packet/getMyLuck', { fan, query: {} });
    expect(data.total).toBe(5);
    expect(data.list[0]).toMatchObject({ kind: 'raffle', subjectId: raffleId, gives: { amount: 500 } });
    const shown = data.list
      .slice(1)
      .map(({ kind, subjectId, gives, goodsId, serial }) => [kind, subjectId, gives?.amount ?? goodsId, serial]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['packet', packetId, 70, null],
        ['box', boxId, 5, null],
        ['box', boxId, editionId, 1],
        ['envelope', drawId, 7, null],
      ]),
    );
    const page = await world.call('GET /activity/api/v1/packet/getMyLuck', { fan, query: { pageNum: 3, pageSize: 2 } });
    expect(page.data.list).toHaveLength(1);
  });

  it('lists boxes with odds, all or of one election', async () => {
    const boxId = await givenBox(world, { activityId: '1004', rareWithin: 10 });
    world.time.forget();
    const { data } = await world.call('GET /activity/api/v1/packet/getAllBlindBox', { query: { activityId: 1004 } });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      activityId: boxId,
      electionId: '1004',
      pity: { within: 10, since: 0 },
      regions: ['TW'],
      odds: { version: 1 },
      seed: { epoch: 1 },
    });
    expect(data[0]?.prizes.map(({ prizeId, total, left, isRare }) => [prizeId, total, left, isRare])).toEqual([
      ['few', 90, 90, false],
      ['tickets', 9, 9, false],
      ['jackpot', 1, 1, true],
    ]);
    const own = await world.call('GET /activity/api/v1/packet/getAllBlindBox', { query: { activityId: boxId } });
    expect(own.data).toEqual(data);
  });

  it('shows who opened a box, the newest first', async () => {
    const boxId = await givenBox(world);
    await takePart(boxId, 3);
    world.time.forget();
    const { data } = await world.call('GET /activity/api/v1/packet/getResults', {
      fan,
      query: { activityId: boxId, pageSize: 2 },
    });
    expect(data).toMatchObject({ total: 3, pageSize: 2 });
    expect(data.list.map(({ position, isMe, nickname }) => [position, isMe, nickname])).toEqual([
      [3, true, 'Mina'],
      [2, true, 'Mina'],
    ]);
  });

  it('names received Points by packet, box and draw', async () => {
    await givenLuckyFan();
    const { data } = await world.call('POST /wallet/api/v1/userExpand/getReceivedPointRecords', { fan, body: {} });
    const ofLuck = data.list.filter(({ kind }) => kind === 'luck');
    expect(ofLuck.map(({ title, points: received }) => [title, received])).toEqual([
      ['A raffle', 500],
      ['A envelope', 7],
      ['A box', 5],
      ['A packet', 70],
    ]);
  });

  it('counts in the fan ranking what cannot be bought', async () => {
    await givenLuckyFan();
    await countAllEarned(world);
    const { data } = await world.call('POST /wallet/api/v1/userExpand/getUserAndAllPointRank', { fan, body: {} });
    // The grant at the start, the packet and the red envelope; neither box nor raffle.
    expect(data.mine?.points).toBe(1000 + 70 + 7);
  });

  it('gives the fan a copy of everything that is kept', async () => {
    const { packetId, boxId, drawId, raffleId } = await givenLuckyFan();
    const { data } = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    expect(data.packetShares.rows).toMatchObject([{ packetId, place: 1, asset: 'POINT', amount: 70 }]);
    expect(data.participations.rows.map(({ activityId, prizes }) => [activityId, prizes.toSorted()])).toEqual([
      [raffleId, []],
      [drawId, ['few']],
      [boxId, ['few', 'star']],
    ]);
    expect(data.raffleEntries.rows).toMatchObject([{ activityId: raffleId, entries: 1 }]);
    expect(data.envelopeDays.rows).toEqual([{ activityId: drawId, day: '2026-03-10', earned: 1, used: 1 }]);
    expect(data.raffleWins).toMatchObject({ total: 1, rows: [{ activityId: raffleId, place: 1, prizeId: 'first' }] });
  });

  it('forgets with a fan whose entry it was, and shows a former name', async () => {
    const { packetId, raffleId } = await givenLuckyFan();
    await eraseFan(world, fan);
    world.time.forget();
    const shares = await world.call('GET /activity/api/v1/packet/getShares', { query: { packetId } });
    expect(shares.data.list).toMatchObject([{ place: 1, amount: 70 }]);
    expect(shares.data.list[0]?.nickname).not.toBe('Mina');
    const { rows } = await world.ownerPool.query(
      'SELECT salt, entry_hash IS NOT NULL AS "isListed" FROM campaign_fan WHERE campaign_id = $1',
      [raffleId],
    );
    expect(rows).toEqual([{ salt: null, isListed: true }]);
  });

  it('does a task of the lucky tab by taking part in its period', async () => {
    const taskId = await givenTask(world, { typeId: 103, tab: 'luckyTasks', period: 'daily', reward: 9 });
    const claim = () => world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan, body: { taskId } });
    expect(await claim()).toMatchObject({ refusal: 'TASK_NOT_DONE' });
    await grab(await givenPacket(world));
    const { data } = await world.call('POST /task/api/v1/task/getTasksList', {
      fan,
      body: { accountId: fan.accountId },
    });
    expect(data.luckyTasks?.find((task) => task.taskId === taskId)).toMatchObject({ kind: 'luck', state: 'completed' });
    const pending = await world.call('POST /wallet/api/v1/userExpand/getPendingPoints', { fan, body: {} });
    expect(pending.data.items).toContainEqual(expect.objectContaining({ points: 9 }));
    expect((await claim()).data).toMatchObject({ points: 9 });
    world.clock.set(new Date(noon.getTime() + 24 * hourMs));
    expect(await claim()).toMatchObject({ refusal: 'TASK_NOT_DONE' });
  });
});
