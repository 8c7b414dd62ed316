import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '#/lib/uuid.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenNft, type NftOptions } from '../../world/given-goods.ts';
import { createWorld, type World } from '../../world/world.ts';

const summitBuy = 'POST /wallet/api/v1/pointsMall/summitBuy';
const noon = new Date('2026-03-10T04:00:00.000Z');

describe('ordering NFTs', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan({ points: 100 });
  });

  const buy = (goodsId: string, num = 1, key: string = randomUUID(), caller = fan) =>
    world.call(summitBuy, { fan: caller, body: { goodsId, num }, key });
  const fans = (count: number, points: number) =>
    Promise.all(Array.from({ length: count }, () => world.given.fan({ points })));
  const serialsOf = (replies: Awaited<ReturnType<typeof buy>>[]) =>
    replies.flatMap((reply) => (reply.code === 0 ? reply.data.serials : [])).toSorted((one, other) => one - other);

  it('pays, and gives the lowest free numbers that are for sale', async () => {
    const goodsId = await givenNft(world, { size: 10, reserved: 3, price: 20 });
    const reply = await buy(goodsId, 2);
    expect(reply).toMatchObject({
      code: 0,
      data: {
        kind: 'nft',
        goodsId,
        title: 'A moon',
        num: 2,
        paid: 40,
        state: 'paid',
        settledAt: null,
        activityId: null,
        votes: null,
        pictureUrl: '/art/v1/nfts/moon.svg',
        size: 10,
        serials: [4, 5],
        pointsLeft: 60,
        votesLeft: null,
      },
    });
    expect(await balanceOf(world, fan)).toBe(60);
  });

  it.each<[string, NftOptions, number, string, string]>([
    ['an edition that content has retired', { retired: true }, 1, 'OFFER_NOT_FOUND', 'We can’t find this offer.'],
    ['one before it opens', { opensAt: new Date(noon.getTime() + 1) }, 1, 'OFFER_NOT_OPEN', 'isn’t open yet'],
    ['one at its close', { closesAt: noon }, 1, 'OFFER_ENDED', 'This offer has ended.'],
    ['more than is left', { size: 5, reserved: 3 }, 3, 'OFFER_SOLD_OUT', 'left: 2 available.'],
    ['more than the limit', { perFanLimit: 2 }, 3, 'OFFER_LIMIT_REACHED', 'The limit is 2 per fan.'],
    ['more than the fan can pay', { price: 30 }, 4, 'INSUFFICIENT_POINTS', 'You need 20 more Points.'],
  ])('refuses %s and changes nothing', async (_, options, num, refusal, message) => {
    const goodsId = await givenNft(world, options);
    const reply = await changesNothing(world, () => buy(goodsId, num));
    expect(reply).toMatchObject({ status: 200, refusal, message: expect.stringContaining(message) });
  });

  it('takes the price that the fan was shown, or refuses and changes nothing', async () => {
    const goodsId = await givenNft(world, { price: 30 });
    const orderAtShown = (price: number) => world.call(summitBuy, { fan, body: { goodsId, price }, key: randomUUID() });
    expect((await changesNothing(world, () => orderAtShown(31))).refusal).toBe('OFFER_CHANGED');
    expect(await orderAtShown(30)).toMatchObject({ code: 0, data: { paid: 30 } });
  });

  it('answers a repeat with the first answer, and refuses its key for another body', async () => {
    const goodsId = await givenNft(world, { closesAt: new Date(noon.getTime() + 1) });
    const key = uuidV7(noon);
    const first = await buy(goodsId, 1, key);
    world.clock.advance(1);
    await changesNothing(world, async () => {
      expect(await buy(goodsId, 1, key)).toMatchObject({ code: 0, data: first.data });
      expect(await buy(goodsId, 2, key)).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
    });
  });

  it('sells the last five once each when forty buyers come at once', async () => {
    const goodsId = await givenNft(world, { size: 5, price: 10 });
    const replies = await Promise.all((await fans(40, 10)).map((one) => buy(goodsId, 1, randomUUID(), one)));
    expect(serialsOf(replies)).toEqual([1, 2, 3, 4, 5]);
    expect(replies.filter((reply) => reply.refusal === 'OFFER_SOLD_OUT')).toHaveLength(35);
  });

  it('sells every piece although buyers who cannot pay hold some for a moment', async () => {
    const goodsId = await givenNft(world, { size: 6, price: 10 });
    const [poor, rich] = await Promise.all([fans(20, 5), fans(20, 20)]);
    const buyers = poor.flatMap((one, index) => [one, rich[index] ?? one]);
    const replies = await Promise.all(buyers.map((one) => buy(goodsId, 2, randomUUID(), one)));
    expect(serialsOf(replies)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const one of poor) expect(await balanceOf(world, one)).toBe(5);
  });

  it('never gives a fan more than the limit, also with concurrent orders', async () => {
    const goodsId = await givenNft(world, { price: 1, perFanLimit: 7 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => buy(goodsId, 2)));
    expect(serialsOf(replies)).toHaveLength(6);
    expect(replies.filter((reply) => reply.refusal === 'OFFER_LIMIT_REACHED')).toHaveLength(37);
  });

  it('orders once and answers alike when the same request arrives forty times at once', async () => {
    const goodsId = await givenNft(world);
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 40 }, () => buy(goodsId, 1, key)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
    expect(await balanceOf(world, fan)).toBe(90);
  });

  it('does not let a buyer wait for another who is not done yet', async () => {
    const goodsId = await givenNft(world, { size: 3 });
    const client = await world.ownerPool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM nft_piece WHERE edition_id = $1 AND serial = 1 FOR UPDATE', [goodsId]);
      expect((await buy(goodsId)).data.serials).toEqual([2]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect((await buy(goodsId)).data.serials).toEqual([1]);
  });

  it('is not how the application could make pieces or another size of an edition', async () => {
    const goodsId = await givenNft(world);
    const attempts = [
      `INSERT INTO nft_piece (edition_id, serial) VALUES ('${goodsId}', 101)`,
      `UPDATE nft_edition SET size = 200 WHERE id = '${goodsId}'`,
      `DELETE FROM nft_piece WHERE edition_id = '${goodsId}'`,
    ];
    for (const attempt of attempts) await expect(world.pool.query(attempt)).rejects.toThrow('permission denied');
    await buy(goodsId);
    await expect(
      world.ownerPool.query(
        `UPDATE nft_piece SET owner_id = ${fan.id + 1}, owned_at = now() WHERE order_id IS NOT NULL`,
      ),
    ).rejects.toThrow('nft_piece_is_owned_by_its_buyer');
    await expect(world.ownerPool.query(`UPDATE mall_order SET state = 'done', settled_at = now()`)).rejects.toThrow(
      'an order that is paid does not become done',
    );
  });
});
