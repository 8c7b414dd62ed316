import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SendingStep, sendingSteps } from '#/modules/chain/sending.ts';
import { givenNft } from '../../world/given-goods.ts';
import { type LocalChain, startLocalChain } from '../../world/local-chain.ts';
import { createMintingWorld, type MintingWorld } from '../../world/minting-world.ts';

const summitBuy = 'POST /wallet/api/v1/pointsMall/summitBuy';

let chain: LocalChain;
let world: MintingWorld;
beforeAll(async () => {
  chain = await startLocalChain();
  world = await createMintingWorld(chain);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await chain[Symbol.asyncDispose]();
});

/** Prepares an order of two pieces for a wallet, whose mints are queued. */
async function givenOrder() {
  const fan = await world.given.fan({ points: 100 });
  const wallet = await world.giveWallet(fan);
  const { data } = await world.call(summitBuy, { fan, body: { goodsId: await givenNft(world), num: 2 } });
  const order = Number(data.orderId);
  await world.settle(order);
  return { wallet, order };
}

class Killed extends Error {}

/** Runs and ends at the n-th time of a step, as if the process were killed there. Returns whether it did. */
async function runKilledAt(step: SendingStep, time: number): Promise<boolean> {
  let seen = 0;
  const killing = world.send((reached) => {
    if (reached === step) seen += 1;
    return reached === step && seen === time ? Promise.reject(new Killed(step)) : Promise.resolve();
  });
  return killing.then(
    () => false,
    (error: unknown) => {
      if (error instanceof Killed) return true;
      throw error;
    },
  );
}

async function stateOf(order: number): Promise<unknown> {
  const { rows } = await world.ownerPool.query<{ state: string }>('SELECT state FROM mall_order WHERE id = $1', [
    order,
  ]);
  return rows[0]?.state;
}

describe.each(sendingSteps)('a worker that is killed after the step %s', (step) => {
  it.each([1, 2])('for the time %i leaves a mint that the next run finishes, once', async (time) => {
    const { wallet, order } = await givenOrder();
    const before = await chain.client.getTransactionCount({ address: world.minter });
    let killed = false;
    // The run sends, a later one sees the blocks: the step is reached in one of them.
    for (let run = 0; run < 6 && !killed; run += 1) {
      killed = await runKilledAt(step, time);
      await world.confirm();
      world.clock.advance(15_000);
    }
    // A run does these once, so that there is no second time.
    expect(killed).toBe(time === 1 || !['locked', 'checked'].includes(step));
    while ((await world.send()) !== undefined) {
      await world.confirm();
      world.clock.advance(15_000);
    }
    await world.settle(order);
    expect(await stateOf(order)).toBe('done');
    expect(await world.balanceOf(wallet)).toBe(2);
    // Every nonce brought a piece: nothing was minted or tried twice.
    expect(await chain.client.getTransactionCount({ address: world.minter })).toBe(before + 2);
    for (const { tokenId } of (await world.mints()).filter((mint) => mint.wallet === wallet)) {
      expect(await world.ownerOf(tokenId)).toBe(wallet);
    }
  });
});

it('several workers at once take a key in turns, and mint each piece once', async () => {
  const { wallet, order } = await givenOrder();
  const before = await chain.client.getTransactionCount({ address: world.minter });
  await Promise.all(Array.from({ length: 6 }, () => world.send()));
  while ((await world.send()) !== undefined) await world.confirm();
  await Promise.all(Array.from({ length: 6 }, () => world.settle(order)));
  expect([await stateOf(order), await world.balanceOf(wallet)]).toEqual(['done', 2]);
  expect(await chain.client.getTransactionCount({ address: world.minter })).toBe(before + 2);
});
