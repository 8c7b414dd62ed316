import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exchangeTicket } from '#/modules/shop/exchange-ticket.ts';
import { countOnLimit, lockOffer, takeStock } from '#/modules/shop/offers.store.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { stepActivities } from '../world/activity-lifecycle.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { ticketAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenOffer, type OfferOptions } from '../world/given-offer.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const exchangeCall = 'POST /wallet/api/v1/pointsMall/exchangeTicket';
const noon = new Date('2026-03-10T04:00:00.000Z');

describe('exchanging Points for tickets', () => {
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

  const exchange = (offerId: string, num = 1, key: string = randomUUID(), caller = fan) =>
    world.call(exchangeCall, { fan: caller, body: { offerId, num }, key });

  const atOnce = (count: number, act: (index: number) => ReturnType<typeof exchange>) =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)));

  const givenVotingOf = (status: string) =>
    world.ownerPool.query(
      `UPDATE ledger.period SET status = $1, closed_at = CASE WHEN $1 = 'closed' THEN closes_at END`,
      [status],
    );

  const leftInStock = async (offerId: string) => {
    const { rows } = await world.ownerPool.query<{ left: number }>(
      'SELECT (stock - exchanged)::int AS left FROM offer WHERE id = $1',
      [offerId],
    );
    return rows[0]?.left;
  };

  it('pays, takes stock and credits tickets', async () => {
    const offerId = await givenOffer(world, { price: 10, givesAmount: 2, stock: 5, perFanLimit: 4 });
    const reply = await exchange(offerId, 3);
    expect(reply).toMatchObject({
      code: 0,
      data: {
        offerId,
        num: 3,
        paid: 30,
        received: { assetName: ticketAsset, amount: 6 },
        pointsLeft: 70,
        ticketsLeft: 6,
      },
    });
    expect(await balanceOf(world, fan)).toBe(70);
    expect(await balanceOf(world, fan, ticketAsset)).toBe(6);
    expect(await leftInStock(offerId)).toBe(2);
  });

  it('exchanges one when no number is given', async () => {
    const offerId = await givenOffer(world, { price: 10 });
    const reply = await world.call(exchangeCall, { fan, body: { offerId } });
    expect(reply.data).toMatchObject({ num: 1, paid: 10, pointsLeft: 90, ticketsLeft: 1 });
  });

  it('lets a fan spend the last Point, take the last one and reach the limit', async () => {
    const offerId = await givenOffer(world, { price: 50, stock: 2, perFanLimit: 2 });
    await exchange(offerId);
    expect((await exchange(offerId)).data).toMatchObject({ pointsLeft: 0, ticketsLeft: 2 });
  });

  it.each<[string, OfferOptions, number, string, string]>([
    ['an offer that content has retired', { retired: true }, 1, 'OFFER_NOT_FOUND', 'We can’t find this offer.'],
    [
      'an offer before it opens',
      { opensAt: new Date(noon.getTime() + 1) },
      1,
      'OFFER_NOT_OPEN',
      'This offer isn’t open yet.',
    ],
    ['an offer at its close', { closesAt: noon }, 1, 'OFFER_ENDED', 'This offer has ended.'],
    ['more than is left', { stock: 2 }, 3, 'OFFER_SOLD_OUT', 'Not enough left: 2 available.'],
    [
      'more than the limit',
      { perFanLimit: 2 },
      3,
      'OFFER_LIMIT_REACHED',
      'The limit is 2 per fan. You can exchange 2 more.',
    ],
    ['more than the fan can pay', { price: 30 }, 4, 'INSUFFICIENT_POINTS', 'You need 20 more Points.'],
  ])('refuses %s and changes nothing', async (_, options, num, refusal, message) => {
    const offerId = await givenOffer(world, options);
    const reply = await changesNothing(world, () => exchange(offerId, num));
    expect(reply).toMatchObject({ status: 200, refusal, message });
  });

  it.each([
    ['at the instant its voting closes', 0, 'open'],
    ['within the grace after it', 10_000, 'open'],
    ['of an election that was closed', -60_000, 'closed'],
  ])('refuses an offer %s, tells it ended and changes nothing', async (_, afterMs, status) => {
    const offerId = await givenOffer(world, { perFanLimit: 2 });
    await givenVotingOf(status);
    world.clock.set(new Date(closesAt.getTime() + afterMs));
    const reply = await changesNothing(world, () => exchange(offerId));
    expect(reply).toMatchObject({ status: 200, refusal: 'VOTING_ENDED', message: 'Voting has ended.' });
    const { data } = await world.call('POST /wallet/api/v1/pointsMall/getPointExchangeList', { fan });
    expect(data.find((offer) => offer.offerId === offerId)?.state).toBe('ended');
    await givenVotingOf('open');
  });

  it('refuses an offer of a settled election, tells it ended and changes nothing', async () => {
    await using settled = await createWorld({ now: noon });
    const election = await settled.given.election();
    const offerId = await givenOffer(settled);
    const caller = await settled.given.fan({ points: 100 });
    settled.clock.set(new Date(election.closesAt.getTime() + 60_000));
    await stepActivities(settled);
    const reply = await changesNothing(settled, () =>
      settled.call(exchangeCall, { fan: caller, body: { offerId, num: 1 }, key: randomUUID() }),
    );
    expect(reply).toMatchObject({ status: 200, refusal: 'VOTING_ENDED', message: 'Voting has ended.' });
    const { data } = await settled.call('POST /wallet/api/v1/pointsMall/getPointExchangeList', { fan: caller });
    expect(data.find((offer) => offer.offerId === offerId)?.state).toBe('ended');
  });

  it('takes an exchange a millisecond before the voting closes', async () => {
    const offerId = await givenOffer(world);
    world.clock.set(new Date(closesAt.getTime() - 1));
    expect(await exchange(offerId)).toMatchObject({ code: 0, data: { ticketsLeft: 1 } });
  });

  it('refuses what is unknown, unreadable or anonymous, and changes nothing', async () => {
    const offerId = await givenOffer(world);
    await changesNothing(world, async () => {
      expect((await exchange('none')).refusal).toBe('OFFER_NOT_FOUND');
      for (const num of [0, -1, 1.5, 10_001]) expect((await exchange(offerId, num)).status).toBe(422);
      expect(await world.call(exchangeCall, { body: { offerId } })).toMatchObject({ status: 401 });
    });
  });

  it('takes the price that the fan was shown, or refuses and changes nothing', async () => {
    const offerId = await givenOffer(world, { price: 30 });
    const exchangeAtShown = (price: number) => world.call(exchangeCall, { fan, body: { offerId, num: 1, price } });
    for (const price of [29, 31]) {
      const reply = await changesNothing(world, () => exchangeAtShown(price));
      expect(reply).toMatchObject({ status: 200, refusal: 'OFFER_CHANGED' });
    }
    expect(await exchangeAtShown(30)).toMatchObject({ code: 0, data: { paid: 30 } });
  });

  it('tells how many a fan may still exchange when some were exchanged before', async () => {
    const offerId = await givenOffer(world, { perFanLimit: 3 });
    await exchange(offerId, 2);
    const reply = await changesNothing(world, () =>
      world.call(exchangeCall, { fan, body: { offerId, num: 2 }, language: 'zh_TW' }),
    );
    expect(reply).toMatchObject({ refusal: 'OFFER_LIMIT_REACHED', message: '每人限兌換 3 份，你還可以兌換 1 份。' });
  });

  it('counts the time at which the server received it, to the millisecond', async () => {
    const offerId = await givenOffer(world, { closesAt: new Date(noon.getTime() + 60_000) });
    world.clock.advance(59_999);
    expect(await exchange(offerId)).toMatchObject({ code: 0 });
    world.clock.advance(1);
    expect((await exchange(offerId)).refusal).toBe('OFFER_ENDED');
  });

  it('answers a replay with the first answer and pays once, even after the offer has ended', async () => {
    const offerId = await givenOffer(world, { closesAt: new Date(noon.getTime() + 60_000) });
    const key = uuidV7(noon);
    const first = await exchange(offerId, 2, key);
    world.clock.advance(120_000);
    const replay = await changesNothing(world, () => exchange(offerId, 2, key));
    expect(first.code).toBe(0);
    expect(replay).toMatchObject({ code: 0, data: first.data });
  });

  it('may be tried again with the same key after a refusal', async () => {
    const offerId = await givenOffer(world, { price: 100, opensAt: new Date(noon.getTime() + 1000) });
    const key = randomUUID();
    expect((await exchange(offerId, 1, key)).refusal).toBe('OFFER_NOT_OPEN');
    world.clock.advance(1000);
    expect(await exchange(offerId, 1, key)).toMatchObject({ code: 0, data: { pointsLeft: 0 } });
  });

  it('refuses a key that comes back with another body, and changes nothing', async () => {
    const offerId = await givenOffer(world);
    const key = randomUUID();
    await exchange(offerId, 1, key);
    const reply = await changesNothing(world, () => exchange(offerId, 2, key));
    expect(reply).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('never overspends, also with concurrent exchanges of a fan', async () => {
    const offerId = await givenOffer(world, { price: 9 });
    const replies = await atOnce(40, () => exchange(offerId));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(11);
    expect(replies.filter((reply) => reply.refusal === 'INSUFFICIENT_POINTS')).toHaveLength(29);
    expect(await balanceOf(world, fan)).toBe(1);
    expect(await balanceOf(world, fan, ticketAsset)).toBe(11);
  });

  it('never gives a fan more than the limit, also with concurrent exchanges', async () => {
    const offerId = await givenOffer(world, { price: 1, perFanLimit: 7 });
    const replies = await atOnce(40, () => exchange(offerId, 2));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(3);
    expect(replies.filter((reply) => reply.refusal === 'OFFER_LIMIT_REACHED')).toHaveLength(37);
    expect(await balanceOf(world, fan, ticketAsset)).toBe(6);
  });

  it('never sells more than the stock, also to concurrent fans', async () => {
    const offerId = await givenOffer(world, { price: 10, stock: 25 });
    const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan({ points: 10 })));
    const replies = await Promise.all(fans.map((one) => exchange(offerId, 1, randomUUID(), one)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(25);
    expect(replies.filter((reply) => reply.refusal === 'OFFER_SOLD_OUT')).toHaveLength(15);
    expect(await leftInStock(offerId)).toBe(0);
    const points = await Promise.all(fans.map((one) => balanceOf(world, one)));
    expect(points.filter((balance) => balance === 0)).toHaveLength(25);
  });

  it('lets no fan wait for another at an offer without a stock', async () => {
    const offerId = await givenOffer(world, { perFanLimit: 5 });
    const other = await world.given.fan({ points: 10 });
    const exchanging = await world.db.startTransaction().execute();
    try {
      // All but the posting: the ledger's pools are shared by some connections.
      const offer = await lockOffer(exchanging, offerId);
      if (!offer) throw new Error('The offer is gone');
      await countOnLimit(exchanging, { offer, fanId: fan.id, num: 1 });
      await takeStock(exchanging, offer, 1);
      expect(await exchange(offerId, 1, randomUUID(), other)).toMatchObject({ code: 0 });
    } finally {
      await exchanging.rollback().execute();
    }
  });

  it('counts earlier exchanges on a stock that an offer is given later, also exchanges in progress', async () => {
    const offerId = await givenOffer(world);
    await exchange(offerId, 2);
    let giving: Promise<unknown> | undefined;
    await world.db.transaction().execute(async (tx) => {
      await exchangeTicket(tx, { fanId: fan.id, offerId, num: 1, key: randomUUID(), receivedAt: noon });
      giving = world.ownerPool.query('UPDATE offer SET stock = 4 WHERE id = $1', [offerId]);
      await waitForLockWaiter(world);
    });
    await giving;
    expect(await leftInStock(offerId)).toBe(1);
    expect(await changesNothing(world, () => exchange(offerId, 2))).toMatchObject({ refusal: 'OFFER_SOLD_OUT' });
    expect(await exchange(offerId)).toMatchObject({ code: 0 });
    expect(await leftInStock(offerId)).toBe(0);
  });

  it('exchanges once and answers alike when the same request arrives forty times at once', async () => {
    const offerId = await givenOffer(world, { stock: 40 });
    const key = randomUUID();
    const replies = await atOnce(40, () => exchange(offerId, 1, key));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
    expect(replies[0]).toMatchObject({ code: 0, data: { pointsLeft: 90 } });
    expect(await leftInStock(offerId)).toBe(39);
  });

  it('finishes when fans exchange several offers across each other', async () => {
    const offers = await Promise.all(Array.from({ length: 4 }, () => givenOffer(world, { price: 1 })));
    const fans = await Promise.all(Array.from({ length: 5 }, () => world.given.fan({ points: 8 })));
    const replies = await atOnce(40, (index) => exchange(offers[index % 4] ?? '', 1, randomUUID(), fans[index % 5]));
    expect(replies.map((reply) => reply.code)).toEqual(replies.map(() => 0));
    expect(await Promise.all(fans.map((one) => balanceOf(world, one)))).toEqual([0, 0, 0, 0, 0]);
  });
});
