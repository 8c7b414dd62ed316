import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resumeOrdersJob } from '#/modules/shop/settle-order.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenNft } from '../../world/given-goods.ts';
import { givenBox, pieces } from '../../world/given-luck.ts';
import { givenLinkedWallet } from '../../world/linked-wallet.ts';
import { type LocalChain, startLocalChain } from '../../world/local-chain.ts';
import { createMintingWorld, type MintingWorld } from '../../world/minting-world.ts';

const summitBuy = 'POST /wallet/api/v1/pointsMall/summitBuy';

let chain: LocalChain;
let world: MintingWorld;
let fan: TestFan;
let goodsId: string;
beforeAll(async () => {
  chain = await startLocalChain();
  world = await createMintingWorld(chain, {
    environment: { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'true' },
  });
  await world.given.election();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await chain[Symbol.asyncDispose]();
});
beforeEach(async () => {
  fan = await world.given.fan({ points: 100 });
  goodsId = await givenNft(world, { price: 30, size: 5 });
});

const buy = async (num = 2) => {
  const { data } = await world.call(summitBuy, { fan, body: { goodsId, num } });
  await world.settle(Number(data.orderId));
  return Number(data.orderId);
};
const order = async () =>
  (await world.call('POST /wallet/api/v1/pointsMall/getOrderList', { fan })).data.list.find(
    (one) => one.kind === 'nft',
  );
/** Counts the jobs that would settle an order. */
const countQueued = async (orderId: number) => {
  const { rowCount } = await world.ownerPool.query(
    `SELECT FROM graphile_worker._private_jobs WHERE (payload ->> 'orderId')::bigint = $1`,
    [orderId],
  );
  return rowCount;
};
const nfts = async () => (await world.call('GET /activity/api/v1/packet/myNft', { fan })).data.list;

it('a wallet account’s pieces are minted to its wallet; the order is done once all are deep in the chain', async () => {
  const wallet = await world.giveWallet(fan);
  const orderId = await buy();
  expect(await order()).toMatchObject({
    state: 'processing',
    pieces: [
      { serial: 1, place: 'onItsWay', wallet, transaction: null },
      { serial: 2, place: 'onItsWay', wallet, transaction: null },
    ],
  });
  await world.send();
  const sent = (await world.mints()).filter(({ editionId }) => editionId === goodsId);
  expect(sent).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  const shown = (await order())?.pieces.map(({ transaction }) => transaction);
  expect(shown).toEqual([
    {
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      url: expect.stringContaining('https://testnet.bscscan.com/tx/0x'),
    },
    {
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      url: expect.stringContaining('https://testnet.bscscan.com/tx/0x'),
    },
  ]);
  // Mined, but a reorganisation could take it back.
  await world.send();
  await world.settle(orderId);
  expect((await order())?.state).toBe('processing');
  expect(await nfts()).toEqual([]);
  // It waits for the chain: to settle it again and again would keep other orders from their turn.
  await world.ownerPool.query('DELETE FROM graphile_worker._private_jobs');
  world.clock.advance(15 * 60_000 + 1);
  await resumeOrdersJob(world.services).run({}, { number: 1, last: false });
  expect(await countQueued(orderId)).toBe(0);

  await world.confirm();
  expect(await world.send()).toBeUndefined();
  expect(await countQueued(orderId)).toBe(1);
  await world.settle(orderId);
  expect(await order()).toMatchObject({ state: 'done', pieces: [{ place: 'inWallet' }, { place: 'inWallet' }] });
  expect(await nfts()).toMatchObject([
    { place: 'inWallet', wallet, transaction: shown?.[0] },
    { transaction: shown?.[1] },
  ]);
  for (const { tokenId } of sent) expect(await world.ownerOf(tokenId)).toBe(wallet);

  const explorer = await world.app.inject({ url: `/dev/chain/tx/${shown?.[0]?.hash}` });
  expect(explorer.body).toContain(`<dd>${sent[0]?.tokenId}</dd>`);
  expect(explorer.body).toContain(`<dd>${wallet}</dd>`);
  expect((await world.app.inject({ url: `/dev/chain/tx/0x${'0'.repeat(64)}` })).statusCode).toBe(404);
});

it('an email account’s pieces stay in custody', async () => {
  await buy();
  expect(await order()).toMatchObject({
    state: 'done',
    pieces: [{ place: 'custody', wallet: null }, { place: 'custody' }],
  });
  expect(await nfts()).toMatchObject([{ place: 'custody', transaction: null }, { place: 'custody' }]);
});

it('a piece in custody moves to the linked wallet, and its order stays done', async () => {
  await buy();
  const wallet = await givenLinkedWallet(world, fan);
  await world.call('POST /wallet/api/v1/pointsMall/moveToWallet', { fan, body: { goodsId, serial: 2 } });
  await world.send();
  expect(await nfts()).toMatchObject([
    { place: 'custody' },
    { place: 'onItsWay', transaction: { url: expect.any(String) } },
  ]);
  await world.confirm();
  await world.send();
  expect(await nfts()).toMatchObject([{ place: 'custody' }, { place: 'inWallet', wallet }]);
  expect([(await order())?.state, await world.balanceOf(wallet)]).toEqual(['done', 1]);
});

/** Opens a box that has only pieces of an edition. Returns its order, settled. */
const win = async () => {
  goodsId = await givenNft(world, { size: 5, reserved: 2 });
  const boxId = await givenBox(world, { price: 10, prizes: [pieces('moon', goodsId, 2)] });
  const { data } = await world.call('POST /wallet/api/v1/pointsMall/participateActivity', {
    fan,
    body: { activityId: boxId, num: 2 },
    headers: { 'cf-ipcountry': 'TW' },
  });
  expect(data.results).toMatchObject([{ goodsId, serial: 1 }, { serial: 2 }]);
  const orderId = Number((await order())?.orderId);
  await world.settle(orderId);
  return orderId;
};

it('pieces that a wallet account wins are minted to its wallet, as bought ones are', async () => {
  const wallet = await world.giveWallet(fan);
  const orderId = await win();
  expect(await order()).toMatchObject({ goodsId, paid: 0, state: 'processing' });
  await world.send();
  await world.confirm();
  await world.send();
  await world.settle(orderId);
  expect(await order()).toMatchObject({
    state: 'done',
    pieces: [{ place: 'inWallet', wallet }, { place: 'inWallet' }],
  });
  const won = (await world.mints()).filter(({ editionId }) => editionId === goodsId);
  for (const { tokenId } of won) expect(await world.ownerOf(tokenId)).toBe(wallet);
  expect(await world.balanceOf(wallet)).toBe(2);
});

it('pieces that an email account wins stay in custody until it moves them', async () => {
  await win();
  expect(await order()).toMatchObject({
    state: 'done',
    pieces: [{ place: 'custody', wallet: null }, { place: 'custody' }],
  });
  expect((await world.mints()).filter(({ editionId }) => editionId === goodsId)).toEqual([]);
  const wallet = await givenLinkedWallet(world, fan);
  await world.call('POST /wallet/api/v1/pointsMall/moveToWallet', { fan, body: { goodsId, serial: 1 } });
  await world.send();
  await world.confirm();
  await world.send();
  expect(await nfts()).toMatchObject([{ place: 'inWallet', wallet }, { place: 'custody' }]);
  expect(await world.balanceOf(wallet)).toBe(1);
});

it('a token’s metadata has its names, its picture and the hash of it', async () => {
  await world.giveWallet(fan);
  await buy(1);
  await world.send();
  const [mint] = (await world.mints()).filter(({ editionId }) => editionId === goodsId);
  const tokenId = mint?.tokenId ?? 0;
  expect(await world.tokenUri(tokenId)).toBe(`http://localhost:3000/nft/${tokenId}.json`);
  const { headers, body } = await world.app.inject(`/nft/${tokenId}.json`);
  const picture = await world.app.inject('/art/v1/nfts/moon.svg');
  expect(JSON.parse(body)).toEqual({
    name: 'A moon #1',
    description: 'It shines',
    image: 'http://localhost:3000/art/v1/nfts/moon.svg',
    image_sha256: hash('sha256', picture.rawPayload),
    attributes: [
      { trait_type: 'Edition', value: 'A moon' },
      { trait_type: 'Number', display_type: 'number', value: 1, max_value: 5 },
    ],
  });
  expect(headers['cache-control']).toBe('public, max-age=3600');
  const known = { 'if-none-match': String(headers['etag']) };
  expect((await world.app.inject({ url: `/nft/${tokenId}.json`, headers: known })).statusCode).toBe(304);
  for (const path of ['/nft/1.json', `/nft/${tokenId}`, '/nft/0x1.json', '/nft/99999999999999999999.json']) {
    expect((await world.app.inject(path)).statusCode).toBe(404);
  }
});

it('a piece on its way to a fan who leaves arrives, and then the wallet is forgotten', async () => {
  const wallet = await world.giveWallet(fan);
  const orderId = await buy(1);
  await eraseFan(world, fan);
  await world.send();
  await world.confirm();
  await world.send();
  await world.settle(orderId);
  const [mint] = (await world.mints()).filter(({ editionId }) => editionId === goodsId);
  expect(mint).toMatchObject({ state: 'confirmed', wallet: null });
  expect(await world.ownerOf(mint?.tokenId ?? 0)).toBe(wallet);
});
