import { randomUUID } from 'node:crypto';
import { type Hex, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { faucetSender } from '#/modules/chain/index.ts';
import { sendTransactions } from '#/modules/chain/send-transactions.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { type LocalChain, startLocalChain } from '../../world/local-chain.ts';
import { newWallet } from '../../world/wallet.ts';
import { createWorld, type World } from '../../world/world.ts';

const confirmations = 3;
const faucetKey = generatePrivateKey();
const faucetAddress = privateKeyToAddress(faucetKey);

let chain: LocalChain;
let world: World;
let fan: TestFan;
let wallet: Hex;
beforeAll(async () => {
  chain = await startLocalChain();
  world = await createWorld({
    environment: {
      CHAIN_RPC_URL: chain.url,
      FAUCET_KEY: faucetKey,
      FAUCET_COINS: '0.25',
      CHAIN_CONFIRMATIONS: String(confirmations),
    },
  });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await chain[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await chain.client.setBalance({ address: faucetAddress, value: parseEther('1') });
  fan = await world.given.fan();
  wallet = newWallet().address;
  await world.ownerPool.query('INSERT INTO linked_wallet VALUES ($1, $2, now())', [fan.id, wallet.toLowerCase()]);
  const wish = { fan, body: {}, key: randomUUID() };
  const { refusal } = await world.call('POST /wallet/api/v1/userExpand/getFreeTestCoin', wish);
  if (refusal) throw new Error(`The faucet refused: ${refusal}`);
});

const lastSent = async () =>
  (await world.call('POST /wallet/api/v1/userExpand/getTestCoinFaucet', { fan, body: {} })).data.lastSent;
const arrived = () => chain.client.getBalance({ address: wallet });

async function send(): Promise<void> {
  const sender = faucetSender(world.services);
  if (!sender) throw new Error('The settings have a faucet');
  await sendTransactions(world.services, sender);
}

async function confirm(): Promise<void> {
  await chain.client.mine({ blocks: confirmations });
  await send();
}

it('test coins reach the wallet, and the fan sees the transaction from its signing on', async () => {
  await send();
  const shown = await lastSent();
  expect(shown).toMatchObject({ amount: '0.25', wallet: wallet.toLowerCase(), state: 'onItsWay' });
  const hash = shown?.transaction?.hash as Hex;
  expect(await chain.client.getTransaction({ hash })).toMatchObject({ value: parseEther('0.25') });
  await confirm();
  expect(await lastSent()).toMatchObject({ state: 'arrived', transaction: { hash } });
  await confirm();
  expect(await arrived(), 'once').toBe(parseEther('0.25'));
});

it('with an empty faucet they are on their way until it has coins again, and arrive once', async () => {
  await chain.client.setBalance({ address: faucetAddress, value: parseEther('0.2') });
  await send();
  expect(await lastSent()).toMatchObject({ state: 'onItsWay', transaction: null });
  const { rows } = await world.ownerPool.query<{ trouble: string }>('SELECT trouble FROM chain_sender');
  expect(rows[0]?.trouble).toContain('The faucet is empty');
  expect(await arrived()).toBe(0n);
  await chain.client.setBalance({ address: faucetAddress, value: parseEther('1') });
  await send();
  await confirm();
  await confirm();
  expect(await lastSent()).toMatchObject({ state: 'arrived' });
  expect(await arrived()).toBe(parseEther('0.25'));
});

it('to a contract that refuses coins they fail, and the faucet goes on', async () => {
  // REVERT without a reason.
  await chain.client.setCode({ address: wallet, bytecode: '0x5f5ffd' });
  await send();
  expect(await lastSent()).toMatchObject({ state: 'failed', transaction: null });
  await confirm();
  expect(await arrived()).toBe(0n);
});
