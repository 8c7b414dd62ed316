import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activityId, ticketAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenOffer } from '../world/given-offer.ts';
import { inBothLanguages } from '../world/in-both-languages.ts';
import { createWorld, type World } from '../world/world.ts';

const getPointExchangeList = 'POST /wallet/api/v1/pointsMall/getPointExchangeList';
const exchangeTicket = 'POST /wallet/api/v1/pointsMall/exchangeTicket';
const getVoteExchangeRecord = 'GET /activity/api/v1/vote/getVoteExchangeRecord';
const saleGoods = 'GET /activity/api/v1/vote/saleGoods';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hoursAfterNoon = (hours: number) => new Date(noon.getTime() + hours * 60 * 60 * 1000);

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  await world.ownerPool.query('UPDATE offer SET retired = true');
  fan = await world.given.fan({ points: 100 });
});

const exchange = (offerId: string, num = 1) => world.call(exchangeTicket, { fan, body: { offerId, num } });

describe('the offers', () => {
  it('are listed with what is left and what the caller has of them', async () => {
    const offerId = await givenOffer(world, {
      price: 10,
      givesAmount: 2,
      stock: 5,
      perFanLimit: 4,
      closesAt: hoursAfterNoon(1),
    });
    await exchange(offerId, 3);
    const { data } = await world.call(getPointExchangeList, { fan });
    expect(data).toEqual([
      {
        offerId,
        title: 'A ticket',
        description: 'For the election',
        activityId,
        gives: { assetName: ticketAsset, amount: 2 },
        price: 10,
        left: 2,
        perFanLimit: 4,
        exchangedByMe: 3,
        state: 'open',
        opensAt: hoursAfterNoon(-1).toISOString(),
        closesAt: hoursAfterNoon(1).toISOString(),
      },
    ]);
  });

  it('do not show what another fan has', async () => {
    const offerId = await givenOffer(world);
    await exchange(offerId);
    const stranger = await world.given.fan();
    expect((await world.call(getPointExchangeList, { fan: stranger })).data).toMatchObject([{ exchangedByMe: 0 }]);
    expect((await world.call(getPointExchangeList)).data).toMatchObject([{ exchangedByMe: 0 }]);
  });

  it('say whether they wait, are open, sold out or ended, in the order of the operator', async () => {
    await givenOffer(world, { position: 4, closesAt: noon });
    await givenOffer(world, { position: 3, stock: 0 });
    await givenOffer(world, { position: 1, opensAt: hoursAfterNoon(1) });
    await givenOffer(world, { position: 2 });
    const { data } = await world.call(getPointExchangeList);
    expect(data.map((offer) => [offer.state, offer.left])).toEqual([
      ['notOpen', null],
      ['open', null],
      ['soldOut', 0],
      ['ended', null],
    ]);
  });

  it('are in the language of the caller', async () => {
    await givenOffer(world, { title: 'Ten tickets' });
    expect((await world.call(getPointExchangeList, { language: 'zh_TW' })).data).toMatchObject([
      { title: 'Ten tickets（中文）' },
    ]);
  });
});

describe('the record of exchanges', () => {
  it('pages newest first with the total, and no other fan sees it', async () => {
    const offerId = await givenOffer(world, { price: 10, givesAmount: 2 });
    const exchangeIds: string[] = [];
    for (const num of [1, 2, 3]) {
      exchangeIds.unshift((await exchange(offerId, num)).data.exchangeId);
      world.clock.advance(1000);
    }
    const first = await world.call(getVoteExchangeRecord, { fan, query: { pageSize: 2 } });
    expect(first.data).toMatchObject({ total: 3, pageNum: 1, pageSize: 2 });
    expect(first.data.list).toMatchObject([
      { exchangeId: exchangeIds[0], num: 3, exchangedAt: new Date(noon.getTime() + 2000).toISOString() },
      {
        exchangeId: exchangeIds[1],
        num: 2,
        paid: 20,
        received: { assetName: ticketAsset, amount: 4 },
        title: 'A ticket',
      },
    ]);
    const second = await world.call(getVoteExchangeRecord, { fan, query: { pageNum: 2, pageSize: 2 } });
    expect(second.data.list).toMatchObject([{ exchangeId: exchangeIds[2], num: 1 }]);
    const beyond = await world.call(getVoteExchangeRecord, { fan, query: { pageNum: 9 } });
    expect(beyond.data).toEqual({ list: [], total: 3, pageNum: 9, pageSize: 20 });

    const stranger = await world.given.fan();
    expect((await world.call(getVoteExchangeRecord, { fan: stranger })).data).toMatchObject({ list: [], total: 0 });
    expect(await world.call(getVoteExchangeRecord)).toMatchObject({ status: 401 });
  });

  it('keeps an exchange of an offer that was retired since', async () => {
    const offerId = await givenOffer(world);
    await exchange(offerId);
    await world.ownerPool.query('UPDATE offer SET retired = true');
    const { data } = await world.call(getVoteExchangeRecord, { fan, language: 'zh_TW' });
    expect(data.list).toMatchObject([{ offerId, title: 'A ticket（中文）' }]);
  });

  it('narrows down to the exchanges for the tickets of one activity', async () => {
    await world.ownerPool.query(
      `SELECT ledger.define_period(1005, ledger.define_unit('AUTUMN_VOTE', 'vote'), $1, $2, 'Asia/Taipei', NULL, 0)`,
      [hoursAfterNoon(-2), hoursAfterNoon(2)],
    );
    await world.ownerPool.query(
      `INSERT INTO activity (id, period, title, subtitle, ticket_asset, vote_asset, votes_per_ticket, cover_seed, rules,
        prizes)
       SELECT '1005', 1005, title, subtitle, ticket_asset, 'AUTUMN_VOTE', 10, 'autumn', rules, prizes
         FROM activity WHERE id = $1`,
      [activityId],
    );
    const [here, there] = [await givenOffer(world), await givenOffer(world)];
    await world.ownerPool.query(`UPDATE offer SET activity_id = '1005' WHERE id = $1`, [there]);
    for (const offerId of [here, there, here]) await exchange(offerId);
    const of = async (query: object) => (await world.call(getVoteExchangeRecord, { fan, query })).data;
    expect(await of({ activityId: '1005' })).toMatchObject({ total: 1, list: [{ offerId: there }] });
    const first = await of({ activityId, pageSize: 1 });
    expect(first).toMatchObject({ total: 2, list: [{ offerId: here }] });
    expect(await of({})).toMatchObject({ total: 3 });
    expect(await of({ activityId: 'none' })).toMatchObject({ total: 0, list: [] });
  });

  it('refuses a page that is none', async () => {
    for (const query of [{ pageNum: 0 }, { pageSize: 1001 }, { pageNum: 'two' }]) {
      expect(await world.call(getVoteExchangeRecord, { fan, query })).toMatchObject({ status: 422 });
    }
  });
});

describe('the vote packs', () => {
  it('of an activity are listed in the order of the operator, without those that were retired', async () => {
    for (const [id, position, retired] of [
      ['large', 2, false],
      ['small', 1, false],
      ['old', 3, true],
    ] as const) {
      await world.ownerPool.query(
        `INSERT INTO vote_pack (id, activity_id, title, votes, bonus_votes, price, position, retired)
         VALUES ($1, $2, $3, 100, 5, 900, $4, $5)`,
        [id, activityId, inBothLanguages(`A ${id} pack`), position, retired],
      );
    }
    // The specification writes the id of the activity as a number.
    const { data } = await world.call(saleGoods, { query: { activityId: 1004 }, language: 'zh_TW' });
    expect(data).toEqual([
      { goodsId: 'small', title: 'A small pack（中文）', votes: 100, bonusVotes: 5, price: 900, state: 'open' },
      { goodsId: 'large', title: 'A large pack（中文）', votes: 100, bonusVotes: 5, price: 900, state: 'open' },
    ]);
    world.clock.set(hoursAfterNoon(24));
    const closed = await world.call(saleGoods, { query: { activityId } });
    expect(closed.data.map(({ state }) => state)).toEqual(['ended', 'ended']);
  });

  it('of an unknown activity are refused', async () => {
    expect(await world.call(saleGoods, { query: { activityId: 'none' } })).toMatchObject({
      status: 200,
      refusal: 'ACTIVITY_NOT_FOUND',
    });
  });
});
