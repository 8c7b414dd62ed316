import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { settleOrderJob } from '#/modules/shop/settle-order.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenNft, givenVotePack } from '../../world/given-goods.ts';
import { createWorld, type World } from '../../world/world.ts';

const summitBuy = 'POST /wallet/api/v1/pointsMall/summitBuy';
const getPointToNftList = 'POST /wallet/api/v1/pointsMall/getPointToNftList';
const getOrderList = 'POST /wallet/api/v1/pointsMall/getOrderList';
const getNftExchangeRecord = 'POST /wallet/api/v1/userExpand/getNftExchangeRecord';
const getHandlerStatus = 'POST /wallet/api/v1/pointsMall/getHandlerStatus';
const myNft = 'GET /activity/api/v1/packet/myNft';
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
  await world.ownerPool.query('UPDATE nft_edition SET retired = true');
  fan = await world.given.fan({ points: 100 });
});

const buy = async (goodsId: string, num = 1) => {
  const { data } = await world.call(summitBuy, { fan, body: { goodsId, num } });
  world.clock.advance(1000);
  return data.orderId;
};
const settle = (orderId: string) =>
  settleOrderJob(world.services).run({ orderId: Number(orderId) }, { number: 1, last: false });

it('NFTs are listed with what is left and what the caller has taken', async () => {
  const closesAt = hoursAfterNoon(1);
  const goodsId = await givenNft(world, { size: 9, reserved: 2, price: 10, perFanLimit: 4, closesAt });
  await buy(goodsId, 3);
  const { data } = await world.call(getPointToNftList, { fan, language: 'zh_TW' });
  expect(data).toEqual([
    {
      goodsId,
      title: 'A moon（中文）',
      description: 'It shines（中文）',
      pictureUrl: '/art/v1/nfts/moon.svg',
      size: 9,
      left: 4,
      price: 10,
      perFanLimit: 4,
      boughtByMe: 3,
      state: 'open',
      opensAt: hoursAfterNoon(-1).toISOString(),
      closesAt: closesAt.toISOString(),
    },
  ]);
  expect((await world.call(getPointToNftList)).data).toMatchObject([{ left: 4, boughtByMe: 0 }]);
});

it('NFTs say whether they wait, are open, sold out or ended, in the order of the operator', async () => {
  await givenNft(world, { position: 4, closesAt: noon });
  await givenNft(world, { position: 3, size: 2, reserved: 2 });
  await givenNft(world, { position: 1, opensAt: hoursAfterNoon(1) });
  await givenNft(world, { position: 2 });
  const states = async () => (await world.call(getPointToNftList)).data.map(({ state }) => state);
  // The list is shared for half a second.
  await expect.poll(states).toEqual(['notOpen', 'open', 'soldOut', 'ended']);
});

it('orders page newest first, those of NFTs also alone, and no other fan sees them', async () => {
  const nft = await givenNft(world, { size: 7 });
  const first = await buy(await givenVotePack(world));
  const second = await buy(nft);
  const third = await buy(nft, 2);
  await settle(third);
  const page = await world.call(getOrderList, { fan, body: { pageSize: 2 } });
  expect(page.data).toMatchObject({
    total: 3,
    list: [
      {
        orderId: third,
        state: 'done',
        serials: [2, 3],
        settledAt: hoursAfterNoon(0).toISOString().replace('00.000', '03.000'),
      },
      { orderId: second, state: 'paid', serials: [1], settledAt: null },
    ],
  });
  const rest = await world.call(getOrderList, { fan, body: { pageNum: 2, pageSize: 2 } });
  expect(rest.data.list).toMatchObject([{ orderId: first, kind: 'votePack', votes: 55 }]);
  const record = await world.call(getNftExchangeRecord, { fan });
  expect(record.data.list.map(({ orderId }) => orderId)).toEqual([third, second]);

  expect((await world.call(getHandlerStatus, { fan })).data).toEqual({
    isHandling: true,
    orderIds: [second],
    isDelayed: false,
  });
  const own = await world.call(getHandlerStatus, { fan, body: { userId: fan.accountId } });
  expect(own.data).toEqual({ isHandling: true, orderIds: [second], isDelayed: false });
  const stranger = await world.given.fan();
  expect((await world.call(getOrderList, { fan: stranger })).data).toMatchObject({ list: [], total: 0 });
  const none = { isHandling: false, orderIds: [], isDelayed: false };
  expect((await world.call(getHandlerStatus, { fan: stranger })).data).toEqual(none);
  const asFan = await world.call(getHandlerStatus, { fan: stranger, body: { userId: fan.accountId } });
  expect(asFan).toMatchObject({ status: 403 });
});

it('a fan’s NFTs page newest first, also of an edition that was retired since', async () => {
  const moon = await givenNft(world, { size: 7 });
  const star = await givenNft(world, { size: 3, title: 'A star' });
  await settle(await buy(moon, 2));
  const later = await buy(star);
  await settle(later);
  await world.ownerPool.query('UPDATE nft_edition SET retired = true');
  const { data } = await world.call(myNft, { fan, query: { pageSize: 2 } });
  expect(data).toMatchObject({
    total: 3,
    list: [
      { goodsId: star, title: 'A star', serial: 1, size: 3, orderId: later },
      { goodsId: moon, serial: 1, size: 7 },
    ],
  });
  const stranger = await world.given.fan();
  expect((await world.call(myNft, { fan: stranger })).data).toMatchObject({ list: [], total: 0 });
});
