import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { ticketAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenNft } from '../world/given-goods.ts';
import { givenBox, givenEnvelopeDraw, pieces, points } from '../world/given-luck.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';
import { moveLuck } from './move-luck.ts';

const openCall = 'POST /wallet/api/v1/pointsMall/participateActivity';
const detailCall = 'GET /activity/api/v1/packet/getActivityDetail';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;

describe('blind boxes', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon, environment: { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'true' } });
    await world.given.election();
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan({ points: 1000 });
    world.time.forget();
  });

  type Opening = { num?: number; clientSeed?: string; price?: number; oddsHash?: string };
  const open = (
    activityId: string,
    opening: Opening = {},
    { key = randomUUID(), caller = fan, country = 'TW' }: { key?: string; caller?: TestFan; country?: string } = {},
  ) =>
    world.call(openCall, { fan: caller, body: { activityId, ...opening }, key, headers: { 'cf-ipcountry': country } });

  const detail = async (activityId: string, caller: TestFan | undefined = fan) => {
    world.time.forget();
    const { data } = await world.call(detailCall, { fan: caller, query: { activityId } });
    if (data.kind !== 'box') throw new Error('No box');
    return data;
  };

  it('pay, draw, deliver and count, all in one', async () => {
    const boxId = await givenBox(world);
    const { data } = await open(boxId, { num: 10, clientSeed: 'ab'.repeat(16) });
    expect(data).toMatchObject({
      activityId: boxId,
      num: 10,
      paid: 100,
      trace: { epoch: 1, clientSeed: 'ab'.repeat(16) },
    });
    expect(data.results?.map(({ nonce }) => nonce)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const wonOf = (assetName: string) =>
      (data.results ?? []).reduce((sum, { gives }) => sum + (gives?.assetName === assetName ? gives.amount : 0), 0);
    expect(data.remaining).toBe(1000 - 100 + wonOf('POINT'));
    expect(await balanceOf(world, fan)).toBe(data.remaining);
    expect(await balanceOf(world, fan, ticketAsset)).toBe(wonOf(ticketAsset));
    expect(await detail(boxId)).toMatchObject({ state: 'open', total: 100, left: 90, openedByMe: 10, price: 10 });
  });

  it('open one by default, with a client seed of the server’s', async () => {
    const { data } = await open(await givenBox(world));
    expect(data.num).toBe(1);
    expect(data.trace?.clientSeed).toMatch(/^[0-9a-f]{32}$/);
  });

  it('answer a repeat of a key with the first answer, and refuse the key for another opening', async () => {
    const boxId = await givenBox(world);
    const key = randomUUID();
    const first = await open(boxId, { num: 2 }, { key });
    const again = await changesNothing(world, () => open(boxId, { num: 2 }, { key }));
    expect(again.data).toEqual(first.data);
    const other = await changesNothing(world, () => open(boxId, { num: 3 }, { key }));
    expect(other).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it.each<[string, Parameters<typeof givenBox>[1], Opening, string, string]>([
    ['before it opens', { opensInMs: 60_000 }, {}, 'CAMPAIGN_NOT_OPEN', 'It opens on March 10th, 12:01 (Taipei).'],
    [
      'more than the limit',
      { perFanLimit: 3 },
      { num: 4 },
      'CAMPAIGN_LIMIT_REACHED',
      'The limit is 3 per fan. You can take 3 more.',
    ],
    [
      'more than is left',
      { prizes: [points('few', 5, 2)] },
      { num: 3 },
      'CAMPAIGN_TOO_MANY',
      'Only 2 prizes are left. Open fewer.',
    ],
    ['more than the fan can pay', { price: 600 }, { num: 2 }, 'INSUFFICIENT_POINTS', 'You need 200 more Points.'],
    [
      'at another price',
      {},
      { price: 9 },
      'CAMPAIGN_CHANGED',
      'Price, odds or seed have changed. Check them and try again.',
    ],
    [
      'by other odds',
      {},
      { oddsHash: '0'.repeat(64) },
      'CAMPAIGN_CHANGED',
      'Price, odds or seed have changed. Check them and try again.',
    ],
    [
      'with an account that is too young',
      { minAccountAgeHours: 1 },
      {},
      'LUCK_ACCOUNT_TOO_YOUNG',
      'Accounts can join 1 hour after signing up. Yours can from March 10th, 13:00 (Taipei).',
    ],
  ])('refuse a fan who opens %s and change nothing', async (_, options, opening, refusal, message) => {
    const boxId = await givenBox(world, options);
    const reply = await changesNothing(world, () => open(boxId, opening));
    expect(reply).toMatchObject({ status: 200, refusal, message });
  });

  it.each([
    ['at the end', hourMs],
    ['long after it', 10 * hourMs],
  ])('refuse a fan %s and change nothing', async (_, afterMs) => {
    const boxId = await givenBox(world);
    world.clock.set(new Date(noon.getTime() + afterMs));
    const reply = await changesNothing(world, () => open(boxId));
    expect(reply).toMatchObject({ refusal: 'CAMPAIGN_ENDED', message: 'It has ended.' });
  });

  it('refuse a fan from another region, or from nowhere known, and change nothing', async () => {
    const boxId = await givenBox(world);
    const abroad = await changesNothing(world, () => open(boxId, {}, { country: 'JP' }));
    expect(abroad).toMatchObject({
      refusal: 'LUCK_REGION_CLOSED',
      message: 'For fans in Taiwan only. You’re in Japan.',
    });
    expect(await open(boxId, {}, { country: 'XX' })).toMatchObject({ refusal: 'LUCK_REGION_CLOSED' });
  });

  it('refuse anything but a box, and change nothing', async () => {
    for (const activityId of ['no-such-box', '1004', await givenEnvelopeDraw(world)]) {
      const reply = await changesNothing(world, () => open(activityId));
      expect(reply).toMatchObject({ refusal: 'CAMPAIGN_NOT_FOUND', message: 'We can’t find this box or draw.' });
    }
  });

  it('are sold out after the last prize: refused, revealed and paid out exactly', async () => {
    const boxId = await givenBox(world, {
      prizes: [points('few', 5, 3), points('jackpot', 50, 1, true)],
      budget: 'small',
    });
    const { data } = await open(boxId, { num: 4 });
    expect(data.remaining).toBe(1000 - 40 + 65);
    const reply = await changesNothing(world, () => open(boxId));
    expect(reply).toMatchObject({ refusal: 'CAMPAIGN_SOLD_OUT', message: 'Sold out. All prizes are gone.' });
    expect(await detail(boxId)).toMatchObject({ state: 'soldOut', left: 0 });
  });

  it('give a rare prize at the latest when the rule says so, and count towards it', async () => {
    const prizes = [points('few', 1, 75), points('rare', 50, 25, true)];
    const boxId = await givenBox(world, { prizes, rareWithin: 5, price: 1 });
    const { data } = await open(boxId, { num: 25 });
    let since = 0;
    for (const { isRare } of data.results ?? []) {
      since = isRare ? 0 : since + 1;
      expect(since).toBeLessThan(5);
    }
    expect(data.since).toBe(since);
    expect((await detail(boxId)).pity).toEqual({ within: 5, since });
  });

  it('deliver pieces of an edition by an order that was not paid, with the first numbers', async () => {
    const editionId = await givenNft(world, { size: 10, reserved: 4, title: 'Star' });
    const boxId = await givenBox(world, { prizes: [pieces('star', editionId, 4)] });
    const { data } = await open(boxId, { num: 2 });
    expect(data.results?.map(({ goodsId, serial, gives }) => [goodsId, serial, gives])).toEqual([
      [editionId, 1, null],
      [editionId, 2, null],
    ]);
    const { data: orders } = await world.call('POST /wallet/api/v1/pointsMall/getOrderList', { fan });
    expect(orders.list[0]).toMatchObject({ goodsId: editionId, num: 2, paid: 0, state: 'paid', serials: [1, 2] });
    const { data: handling } = await world.call('POST /wallet/api/v1/pointsMall/getHandlerStatus', { fan });
    expect(handling.isHandling).toBe(true);
    // What is for sale is still all there.
    const { data: shop } = await world.call('POST /wallet/api/v1/pointsMall/getPointToNftList', { fan });
    expect(shop.find(({ goodsId }) => goodsId === editionId)).toMatchObject({ left: 6, boughtByMe: 0 });
  });

  it('change nothing when a promised piece is missing', async () => {
    const editionId = await givenNft(world, { size: 10, reserved: 1 });
    const boxId = await givenBox(world, { prizes: [pieces('star', editionId, 2)] });
    const reply = await changesNothing(world, () => open(boxId, { num: 2 }));
    expect(reply).toMatchObject({ status: 500, refusal: 'INTERNAL' });
  });

  it('open once when one key comes 40 times at once', async () => {
    const boxId = await givenBox(world);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 40 }, () => open(boxId, {}, { key })));
    expect(new Set(replies.map(({ data }) => data.participationId)).size).toBe(1);
    expect((await detail(boxId)).left).toBe(99);
  });

  it('neither overspend nor exceed a limit when a fan opens 40 times at once', async () => {
    const poor = await world.given.fan({ points: 35 });
    const boxId = await givenBox(world, { perFanLimit: 3, prizes: [points('few', 1, 100)] });
    const replies = await Promise.all(Array.from({ length: 40 }, () => open(boxId, {}, { caller: poor })));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(await balanceOf(world, poor)).toBe(35 - 30 + 3);
    expect((await detail(boxId, poor)).openedByMe).toBe(3);
  });

  it('give 60 fans at once exactly the prizes there are', async () => {
    const boxId = await givenBox(world, { prizes: [points('few', 2, 40), points('jackpot', 50, 1, true)] });
    const callers = await world.given.fans(60, { points: 10 });
    const replies = await Promise.all(callers.map((caller) => open(boxId, {}, { caller })));
    const opened = replies.filter(({ code }) => code === 0);
    expect(opened).toHaveLength(41);
    expect(new Set(opened.map(({ data }) => data.results?.[0]?.nonce)).size).toBe(41);
    expect(opened.filter(({ data }) => data.results?.[0]?.isRare)).toHaveLength(1);
    expect(new Set(replies.filter(({ code }) => code !== 0).map(({ refusal }) => refusal))).toEqual(
      new Set(['CAMPAIGN_SOLD_OUT']),
    );
  });

  it('leave the database to other calls while openings wait for each other', async () => {
    const boxId = await givenBox(world);
    const blocker = await world.ownerPool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM campaign WHERE id = $1 FOR UPDATE', [boxId]);
    const openings = Array.from({ length: 40 }, () => open(boxId));
    await waitForLockWaiter(world);
    const { data } = await world.call('POST /wallet/api/v1/pointsMall/getOrderList', { fan });
    expect(data.total).toBe(0);
    await blocker.query('COMMIT');
    blocker.release();
    expect((await Promise.all(openings)).every(({ code }) => code === 0)).toBe(true);
  });

  it('share the pieces of one edition between two boxes', async () => {
    const editionId = await givenNft(world, { size: 20, reserved: 20 });
    const boxIds = [
      await givenBox(world, { prizes: [pieces('star', editionId, 10)] }),
      await givenBox(world, { prizes: [pieces('star', editionId, 10)] }),
    ];
    const callers = await world.given.fans(20, { points: 10 });
    const replies = await Promise.all(callers.map((caller, at) => open(boxIds[at % 2] ?? '', {}, { caller })));
    const serials = replies.map(({ data }) => data.results?.[0]?.serial);
    expect(new Set(serials).size).toBe(20);
  });

  it('end once: the seed is revealed and the rest goes back to its budget', async () => {
    const boxId = await givenBox(world, { budget: 'ending', prizes: [points('few', 5, 10)] });
    await open(boxId, { num: 4 });
    world.clock.set(new Date(noon.getTime() + hourMs + 15_000));
    await Promise.all([moveLuck(world), moveLuck(world)]);
    const { rows } = await world.ownerPool.query(
      `SELECT set_aside::int AS "setAside" FROM luck_budget WHERE id = 'ending' AND asset = 'POINT'`,
    );
    expect(rows).toEqual([{ setAside: 20 }]);
    expect(await detail(boxId)).toMatchObject({ state: 'ended', left: 6 });
  });

  it('keep every guard in SQL', async () => {
    const boxId = await givenBox(world, { perFanLimit: 1, prizes: [points('few', 5, 1)] });
    await open(boxId);
    const asApp = (statement: string) => world.pool.query(statement, [boxId]);
    await expect(asApp('UPDATE campaign_prize SET total = 9 WHERE campaign_id = $1')).rejects.toThrow(
      'permission denied',
    );
    await expect(asApp('UPDATE campaign_prize SET drawn = 2 WHERE campaign_id = $1')).rejects.toThrow(
      'never_overdrawn',
    );
    await expect(asApp(`UPDATE campaign SET document = '{}' WHERE id = $1`)).rejects.toThrow('permission denied');
    await expect(asApp('UPDATE campaign_fan SET used = 2 WHERE campaign_id = $1')).rejects.toThrow(
      'limit_never_exceeded',
    );
    await expect(asApp('UPDATE luck_seed SET seed = seed WHERE subject_id = $1')).rejects.toThrow('permission denied');
    await expect(asApp('DELETE FROM campaign_opening WHERE campaign_id = $1')).rejects.toThrow('permission denied');
    await expect(asApp('UPDATE campaign_fan SET number = 9 WHERE campaign_id = $1')).rejects.toThrow(
      'permission denied',
    );
    await expect(asApp('UPDATE campaign_prize SET drawn = 0 WHERE campaign_id = $1')).rejects.toThrow('written once');
    await expect(
      asApp(`UPDATE luck_budget SET set_aside = amount + 1 WHERE id = 'test-luck' AND $1 <> ''`),
    ).rejects.toThrow('never_exceeded');
  });
});
