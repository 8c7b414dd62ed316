import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '#/lib/uuid.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { activityId, voteAsset } from '../../world/given-election.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenVotePack } from '../../world/given-goods.ts';
import { createWorld, type World } from '../../world/world.ts';

const summitBuy = 'POST /wallet/api/v1/pointsMall/summitBuy';
const noon = new Date('2026-03-10T04:00:00.000Z');

describe('ordering a vote pack', () => {
  let world: World;
  let fan: TestFan;
  let closesAt: Date;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
    ({ closesAt } = await world.given.election());
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan({ points: 100 });
  });

  const buy = (goodsId: string, num = 1, key: string = randomUUID()) =>
    world.call(summitBuy, { fan, body: { goodsId, num }, key });

  it('pays Points and brings the votes with the bonus; the order is done at once', async () => {
    const goodsId = await givenVotePack(world, { votes: 50, bonusVotes: 5, price: 30 });
    const reply = await buy(goodsId, 2);
    expect(reply).toMatchObject({
      code: 0,
      data: {
        kind: 'votePack',
        goodsId,
        title: 'A pack',
        num: 2,
        paid: 60,
        state: 'done',
        orderedAt: noon.toISOString(),
        settledAt: noon.toISOString(),
        activityId,
        votes: 110,
        pictureUrl: null,
        serials: [],
        pointsLeft: 40,
        votesLeft: 110,
      },
    });
    expect(await balanceOf(world, fan)).toBe(40);
    expect(await balanceOf(world, fan, voteAsset)).toBe(110);
  });

  it('is possible to the last millisecond of voting, and no longer', async () => {
    const goodsId = await givenVotePack(world);
    world.clock.set(new Date(closesAt.getTime() - 1));
    expect(await buy(goodsId)).toMatchObject({ code: 0 });
    world.clock.set(closesAt);
    const reply = await changesNothing(world, () => buy(goodsId));
    expect(reply).toMatchObject({ status: 200, refusal: 'VOTING_ENDED' });
  });

  it('is refused for what is retired, unknown, too dear or too many, and changes nothing', async () => {
    const retired = await givenVotePack(world, { retired: true });
    const dear = await givenVotePack(world, { price: 60 });
    await changesNothing(world, async () => {
      expect((await buy(retired)).refusal).toBe('OFFER_NOT_FOUND');
      expect((await buy('none')).refusal).toBe('OFFER_NOT_FOUND');
      expect(await buy(dear, 2)).toMatchObject({ refusal: 'INSUFFICIENT_POINTS', message: 'You need 20 more Points.' });
      for (const num of [0, -1, 1.5, 21]) expect((await buy(dear, num)).status).toBe(422);
      expect(await world.call(summitBuy, { body: { goodsId: dear } })).toMatchObject({ status: 401 });
    });
  });

  it('takes the price that the fan was shown, or refuses and changes nothing', async () => {
    const goodsId = await givenVotePack(world, { price: 30 });
    const orderAtShown = (price: number) => world.call(summitBuy, { fan, body: { goodsId, price }, key: randomUUID() });
    expect((await changesNothing(world, () => orderAtShown(29))).refusal).toBe('OFFER_CHANGED');
    expect(await orderAtShown(30)).toMatchObject({ code: 0, data: { paid: 30 } });
  });

  it('takes the only chain, and refuses another', async () => {
    const goodsId = await givenVotePack(world);
    const on = (chain: string) =>
      world.call(summitBuy, { fan, body: { goodsId, chain: chain as 'BNB' }, key: randomUUID() });
    expect(await changesNothing(world, () => on('ETH'))).toMatchObject({ status: 422, message: 'chain: must be BNB.' });
    expect(await on('BNB')).toMatchObject({ code: 0 });
  });

  it('answers a repeat with the first answer, and refuses its key for another body', async () => {
    const goodsId = await givenVotePack(world);
    const key = uuidV7(noon);
    const first = await buy(goodsId, 1, key);
    await changesNothing(world, async () => {
      world.clock.set(closesAt);
      expect(await buy(goodsId, 1, key)).toMatchObject({ code: 0, data: first.data });
      expect(await buy(goodsId, 2, key)).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
    });
  });

  it('never overspends, and pays once for forty equal requests', async () => {
    const goodsId = await givenVotePack(world, { votes: 1, bonusVotes: 0, price: 15 });
    const key = randomUUID();
    const equal = await Promise.all(Array.from({ length: 40 }, () => buy(goodsId, 1, key)));
    expect(new Set(equal.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
    expect(await balanceOf(world, fan)).toBe(85);

    const replies = await Promise.all(Array.from({ length: 40 }, () => buy(goodsId)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(5);
    expect(replies.filter((reply) => reply.refusal === 'INSUFFICIENT_POINTS')).toHaveLength(35);
    expect(await balanceOf(world, fan, voteAsset)).toBe(6);
  });
});
