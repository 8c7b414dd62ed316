import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Delivery, resumeOrdersJob, settleOrderJob } from '#/modules/shop/settle-order.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenNft } from '../../world/given-goods.ts';
import { createWorld, type World } from '../../world/world.ts';

const summitBuy = 'POST /wallet/api/v1/pointsMall/summitBuy';
const noon = new Date('2026-03-10T04:00:00.000Z');
const once = { number: 1, last: false };
const last = { number: 7, last: true };

describe('settling an order of NFTs', () => {
  let world: World;
  let fan: TestFan;
  let goodsId: string;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan({ points: 100 });
    goodsId = await givenNft(world, { price: 30, perFanLimit: 2, size: 5 });
  });

  const bought = async (num = 2) => {
    const { data } = await world.call(summitBuy, { fan, body: { goodsId, num }, key: randomUUID() });
    return Number(data.orderId);
  };
  const settle = (orderId: number, deliver?: Delivery, attempt = once) =>
    settleOrderJob(world.services, deliver).run({ orderId }, attempt);
  const stateOf = async () =>
    (await world.call('POST /wallet/api/v1/pointsMall/getOrderList', { fan })).data.list.map(({ state }) => state);
  const nfts = async () =>
    (await world.call('GET /activity/api/v1/packet/myNft', { fan })).data.list.map(({ serial }) => serial);
  const isHandling = async () =>
    (await world.call('POST /wallet/api/v1/pointsMall/getHandlerStatus', { fan, body: { userId: fan.accountId } })).data
      .isHandling;
  const fails: Delivery = () => Promise.reject(new Error('no answer'));
  const impossible: Delivery = () => Promise.resolve('impossible');

  it('makes the pieces the fan’s, and not before it is done', async () => {
    const orderId = await bought();
    expect([await stateOf(), await nfts(), await isHandling()]).toEqual([['paid'], [], true]);
    await settle(orderId);
    expect([await stateOf(), await nfts(), await isHandling()]).toEqual([['done'], [1, 2], false]);
    await changesNothing(world, async () => {
      await settle(orderId);
      await settle(orderId, impossible, last);
    });
  });

  it('delivers again after a delivery without an answer, and is done once also when retried concurrently', async () => {
    const orderId = await bought();
    await expect(settle(orderId, fails)).rejects.toThrow('no answer');
    expect([await stateOf(), await nfts()]).toEqual([['processing'], []]);
    await Promise.all(Array.from({ length: 8 }, () => settle(orderId)));
    expect([await stateOf(), await nfts()]).toEqual([['done'], [1, 2]]);
  });

  it('gives the Points, the numbers and the place within the limit back where it cannot be delivered', async () => {
    const orderId = await bought();
    expect(await balanceOf(world, fan)).toBe(40);
    await settle(orderId, impossible);
    expect([await stateOf(), await nfts(), await isHandling()]).toEqual([['refunded'], [], false]);
    expect(await balanceOf(world, fan)).toBe(100);
    const { data: notices } = await world.call('GET /wallet/api/v1/notice/getNotices', { fan });
    expect(notices).toMatchObject({ total: 1, list: [{ kind: 'orderRefunded', orderId: String(orderId), paid: 60 }] });
    await changesNothing(world, () => settle(orderId));
    const { data } = await world.call(summitBuy, { fan, body: { goodsId, num: 2 } });
    expect(data.serials).toEqual([1, 2]);
  });

  it('gives nothing back while delivery is unknown, not even after the last attempt', async () => {
    const orderId = await bought();
    await expect(settle(orderId, fails, last)).rejects.toThrow('no answer');
    expect([await stateOf(), await balanceOf(world, fan)]).toEqual([['processing'], 40]);
    await settle(orderId);
    expect([await stateOf(), await nfts()]).toEqual([['done'], [1, 2]]);
  });

  it('refunds once although the process dies between failing and refunding, and several take it up', async () => {
    const orderId = await bought();
    const revive = await dieOfRefunds();
    await expect(settle(orderId, impossible)).rejects.toThrow('died');
    expect([await stateOf(), await balanceOf(world, fan)]).toEqual([['failed'], 40]);
    await changesNothing(world, () => expect(settle(orderId, impossible)).rejects.toThrow('died'));
    await revive();
    // A late success changes nothing: what has failed is refunded.
    await Promise.all(Array.from({ length: 8 }, () => settle(orderId)));
    expect([await stateOf(), await balanceOf(world, fan), await nfts()]).toEqual([['refunded'], 100, []]);
  });

  it('is asked for when an order is paid, and again when nothing came of that', async () => {
    const orderId = await bought();
    expect(await countQueued(orderId)).toBe(1);
    await emptyQueue();
    const resume = resumeOrdersJob(world.services);
    world.clock.advance(15 * 60_000);
    await resume.run({}, once);
    expect(await countQueued(orderId)).toBe(0);
    world.clock.advance(1);
    await resume.run({}, once);
    await resume.run({}, once);
    expect(await countQueued(orderId)).toBe(1);
    await settle(orderId);
    await emptyQueue();
    await resume.run({}, once);
    expect(await countQueued(orderId)).toBe(0);
  });

  const countQueued = async (orderId: number) => {
    const { rows } = await world.ownerPool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE (payload ->> 'orderId')::bigint = $1`,
      [orderId],
    );
    return rows[0]?.count;
  };
  const emptyQueue = () => world.ownerPool.query('DELETE FROM graphile_worker._private_jobs');

  /** Makes every refund to the ledger fail, until the test ends or the returned function is called. */
  const dieOfRefunds = async () => {
    const revive = async () => {
      await world.ownerPool.query('DROP TRIGGER IF EXISTS die ON ledger.transfer; DROP FUNCTION IF EXISTS die()');
    };
    onTestFinished(revive);
    await world.ownerPool.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'died'; END $$;
      CREATE TRIGGER die BEFORE INSERT ON ledger.transfer FOR EACH ROW WHEN (NEW.reason = 24) EXECUTE FUNCTION die()`);
    return revive;
  };
});
