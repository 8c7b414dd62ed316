import { randomUUID } from 'node:crypto';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleOrderJob } from '#/modules/shop/settle-order.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenNft } from '../../world/given-goods.ts';
import { givenLinkedWallet } from '../../world/linked-wallet.ts';
import { createWorld, type World } from '../../world/world.ts';

const summitBuy = 'POST /wallet/api/v1/pointsMall/summitBuy';
const moveToWallet = 'POST /wallet/api/v1/pointsMall/moveToWallet';
const getMoveTerms = 'POST /wallet/api/v1/pointsMall/getMoveTerms';
const noon = new Date('2026-03-10T04:00:00.000Z');
const contract = `0x${'c0'.repeat(20)}` as const;
/** Nothing is sent here, so that no node is needed. */
const settings = { minting: { contract, minterKey: generatePrivateKey() }, nftMoves: { fee: 3, perDay: 2 } };

let world: World;
let fan: TestFan;
let goodsId: string;
beforeAll(async () => {
  world = await createWorld({ now: noon, settings });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  fan = await world.given.fan({ points: 100 });
  goodsId = await givenNft(world, { price: 10 });
});

const buy = async (num = 1, by = fan) => {
  const { data } = await world.call(summitBuy, { fan: by, body: { goodsId, num } });
  await settleOrderJob(world.services).run({ orderId: Number(data.orderId) }, { number: 1, last: false });
};
const move = (serial: number, rest: { fee?: number; key?: string; fan?: TestFan } = {}) => {
  const { fee, key = randomUUID(), fan: by = fan } = rest;
  return world.call(moveToWallet, { fan: by, body: { goodsId, serial, ...(fee !== undefined && { fee }) }, key });
};
const mints = async () => {
  const { rows } = await world.ownerPool.query(
    `SELECT m.serial, m.wallet, t.state, t.target, right(t.data, 8) AS token_end
       FROM nft_mint m JOIN chain_transaction t ON t.id = m.transaction_id WHERE m.edition_id = $1 ORDER BY m.serial`,
    [goodsId],
  );
  return rows;
};

describe('moving a piece to the wallet', () => {
  it('costs the fee, fixes the wallet, and is on its way', async () => {
    await buy(2);
    const wallet = await givenLinkedWallet(world, fan);
    const { data: terms } = await world.call(getMoveTerms, { fan });
    const nextAt = '2026-03-10T16:00:00.000Z';
    expect(terms).toEqual({ isOpen: true, wallet, fee: 3, movesPerDay: 2, movesLeft: 2, nextAt });
    const { data } = await move(2, { fee: 3 });
    expect(data).toMatchObject({ goodsId, serial: 2, place: 'onItsWay', wallet, transaction: null });
    expect(data).toMatchObject({ feePaid: 3, pointsLeft: 77, movesLeft: 1 });
    await givenLinkedWallet(world, fan);
    expect(await mints()).toMatchObject([{ serial: 2, wallet, state: 'waiting', target: contract }]);
    const { data: nfts } = await world.call('GET /activity/api/v1/packet/myNft', { fan });
    expect(nfts.list.map(({ serial, place }) => [serial, place])).toEqual([
      [1, 'custody'],
      [2, 'onItsWay'],
    ]);
  });

  it('is refused whole, and changes nothing, where a rule says no', async () => {
    const other = await world.given.fan({ points: 100 });
    await buy(4);
    await buy(1, other);
    const refusal = async (...asked: Parameters<typeof move>) =>
      (await changesNothing(world, () => move(...asked))).refusal;
    expect(await refusal(1)).toBe('NFT_WALLET_MISSING');
    await givenLinkedWallet(world, fan);
    await givenLinkedWallet(world, other);
    expect(await refusal(5)).toBe('NFT_NOT_FOUND');
    expect(await refusal(6)).toBe('NFT_NOT_FOUND');
    expect(await refusal(1, { fan: other })).toBe('NFT_NOT_FOUND');
    expect(await refusal(1, { fee: 2 })).toBe('NFT_FEE_CHANGED');
    await move(1);
    expect(await refusal(1)).toBe('NFT_LEFT_CUSTODY');
    await move(2);
    const { message, refusal: used } = await changesNothing(world, () => move(3));
    expect([used, message]).toEqual(['NFT_MOVES_USED_UP', expect.stringContaining('March 11th, 00:00 (Taipei)')]);
    world.clock.set(new Date('2026-03-10T16:00:00.000Z'));
    expect((await move(3)).data.movesLeft).toBe(1);
  });

  it('that the chain undoes is delayed, without the failed transaction, and on its way after a retry', async () => {
    await buy(1);
    const wallet = await givenLinkedWallet(world, fan);
    await move(1);
    const { rows } = await world.ownerPool.query<{ id: number }>(
      `UPDATE chain_transaction t SET state = 'impossible', settled_at = $2, reason = 'planted', hash = $3
         FROM nft_mint m WHERE m.transaction_id = t.id AND m.edition_id = $1 RETURNING t.id`,
      [goodsId, noon, `0x${'ab'.repeat(32)}`],
    );
    const piece = async () => (await world.call('GET /activity/api/v1/packet/myNft', { fan })).data.list[0];
    expect(await piece()).toMatchObject({ place: 'delayed', wallet, transaction: null });
    const retried = { transactionId: rows[0]?.id ?? 0, why: 'The cause is removed' };
    const operator = await world.given.operator('editor');
    await world.call('POST /operator/api/v1/chain/retry', { operator, body: retried });
    expect(await piece()).toMatchObject({ place: 'onItsWay', wallet, transaction: null });
  });

  it('needs Points for the fee', async () => {
    const poor = await world.given.fan({ points: 12 });
    await buy(1, poor);
    await givenLinkedWallet(world, poor);
    const reply = await changesNothing(world, () => move(1, { fan: poor }));
    expect(reply.refusal).toBe('INSUFFICIENT_POINTS');
  });

  it('of forty at once moves a piece once, and pays once', async () => {
    await buy(1);
    await givenLinkedWallet(world, fan);
    const replies = await Promise.all(Array.from({ length: 40 }, () => move(1)));
    expect(replies.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
    expect(new Set(replies.map(({ refusal }) => refusal))).toEqual(new Set([undefined, 'NFT_LEFT_CUSTODY']));
    expect([await mints(), await balanceOf(world, fan)]).toMatchObject([[{ serial: 1 }], 87]);
  });

  it('of forty different pieces at once moves as many as the day has', async () => {
    const rich = await world.given.fan({ points: 1000 });
    for (const num of [20, 20]) await buy(num, rich);
    await givenLinkedWallet(world, rich);
    const replies = await Promise.all(Array.from({ length: 40 }, (_, place) => move(place + 1, { fan: rich })));
    expect(replies.filter(({ refusal }) => refusal === undefined)).toHaveLength(2);
    expect([(await mints()).length, await balanceOf(world, rich)]).toEqual([2, 594]);
  });

  it('repeated gets the first answer, and its key serves nothing else', async () => {
    await buy(2);
    await givenLinkedWallet(world, fan);
    const key = randomUUID();
    const first = await move(1, { key });
    expect((await changesNothing(world, () => move(1, { key }))).data).toEqual(first.data);
    expect((await changesNothing(world, () => move(2, { key }))).refusal).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

it('without a chain every piece stays in custody', async () => {
  await using bare = await createWorld({ now: noon });
  const owner = await bare.given.fan();
  expect((await bare.call(getMoveTerms, { fan: owner })).data).toMatchObject({ isOpen: false, movesLeft: 5 });
  const body = { goodsId: 'nft-a', serial: 1 };
  const reply = await changesNothing(bare, () => bare.call(moveToWallet, { fan: owner, body }));
  expect(reply.refusal).toBe('NFT_STAYS_IN_CUSTODY');
});

it('the database refunds no order and frees no piece that is minted, and mints no piece twice', async () => {
  await world.ownerPool.query(`UPDATE fan SET kind = 'web3', wallet_address = $2 WHERE id = $1`, [
    fan.id,
    `0x${fan.id.toString(16).padStart(40, '0')}`,
  ]);
  await buy(1);
  const run = (text: string) => world.ownerPool.query(text, [goodsId]);
  await expect(run(`UPDATE mall_order SET state = 'failed' WHERE nft_edition_id = $1`)).rejects.toThrow('minted');
  await expect(run('UPDATE nft_piece SET order_id = NULL, buyer_id = NULL WHERE edition_id = $1')).rejects.toThrow(
    'foreign key',
  );
  await expect(run(`INSERT INTO nft_mint SELECT * FROM nft_mint WHERE edition_id = $1`)).rejects.toThrow(
    'duplicate key',
  );
  await expect(
    run(
      `UPDATE chain_transaction SET data = '0x' WHERE id = (SELECT transaction_id FROM nft_mint WHERE edition_id = $1)`,
    ),
  ).rejects.toThrow('never changes');
});
