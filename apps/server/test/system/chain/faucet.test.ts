import { randomUUID } from 'node:crypto';
import { type Hex, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { faucetSender } from '#/modules/chain/index.ts';
import { sendTransactions } from '#/modules/chain/send-transactions.ts';
import { tracesInDatabase } from '../../privacy/find-personal-data.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { type LocalChain, startLocalChain } from '../../world/local-chain.ts';
import { newWallet } from '../../world/wallet.ts';
import { createWorld, type World } from '../../world/world.ts';

const confirmations = 3;
const faucetKey = generatePrivateKey();
const faucetAddress = privateKeyToAddress(faucetKey);

const lines: string[] = [];
let chain: LocalChain;
let world: World;
let fan: TestFan;
let wallet: Hex;
beforeAll(async () => {
  chain = await startLocalChain();
  world = await createWorld({
    onLogLine: (line) => lines.push(line),
    environment: {
      CHAIN_RPC_URL: chain.url,
      FAUCET_KEY: faucetKey,
      FAUCET_COINS: '0.25',
      FAUCET_COINS_PER_DAY: '10',
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
  await takeCoins();
});

/** Lets another fan take coins of the chain. */
async function takeCoins(): Promise<void> {
  fan = await world.given.fan();
  wallet = newWallet().address;
  await world.ownerPool.query('INSERT INTO linked_wallet VALUES ($1, $2, now())', [fan.id, wallet.toLowerCase()]);
  const wish = { fan, body: {}, key: randomUUID() };
  const { refusal } = await world.call('POST /wallet/api/v1/userExpand/getFreeTestCoin', wish);
  if (refusal) throw new Error(`The faucet refused: ${refusal}`);
}

const lastSent = async () =>
  (await world.call('POST /wallet/api/v1/userExpand/getTestCoinFaucet', { fan, body: {} })).data.lastSent;
const trouble = async () =>
  (await world.ownerPool.query<{ trouble: string | null }>('SELECT trouble FROM chain_sender')).rows[0]?.trouble;
const readArrived = () => chain.client.getBalance({ address: wallet });

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
  expect(await readArrived(), 'once').toBe(parseEther('0.25'));
});

it('with an empty faucet they are on their way until it has coins again, and arrive once', async () => {
  await chain.client.setBalance({ address: faucetAddress, value: parseEther('0.2') });
  await send();
  expect(await lastSent()).toMatchObject({ state: 'onItsWay', transaction: null });
  expect(await trouble()).toContain('The faucet is empty');
  const { rows } = await world.ownerPool.query<{ since: Date }>('SELECT trouble_since AS since FROM chain_sender');
  world.clock.advance(15_000);
  // Other words for the same trouble.
  await chain.client.setBalance({ address: faucetAddress, value: parseEther('0.1') });
  await send();
  expect(await trouble()).toContain(String(parseEther('0.1')));
  const later = await world.ownerPool.query<{ since: Date }>('SELECT trouble_since AS since FROM chain_sender');
  expect(later.rows).toEqual(rows);
  expect(lines.filter((line) => line.includes('transactions on the chain wait'))).toHaveLength(1);
  expect(await readArrived()).toBe(0n);
  await chain.client.setBalance({ address: faucetAddress, value: parseEther('1') });
  await send();
  await confirm();
  await confirm();
  expect(await lastSent()).toMatchObject({ state: 'arrived' });
  expect(await readArrived()).toBe(parseEther('0.25'));
});

it.each([
  ['refuses coins', '0x5f5ffd'],
  ['has an invalid instruction', '0xfe'],
  ['never ends', '0x5b5f56'],
  // Writes ten words of storage.
  [
    'burns gas',
    `0x${Array.from({ length: 10 }, (_, slot) => `600160${slot.toString(16).padStart(2, '0')}55`).join('')}`,
  ],
] as const)('to a contract that %s they fail at no cost, and the next fan gets coins', async (_, bytecode) => {
  await chain.client.setCode({ address: wallet, bytecode });
  const refused = { fan, wallet };
  await takeCoins();
  await send();
  await confirm();
  expect(await readArrived()).toBe(parseEther('0.25'));
  ({ fan, wallet } = refused);
  expect(await lastSent()).toMatchObject({ state: 'failed', transaction: null });
  expect(await readArrived()).toBe(0n);
  expect(await trouble()).toBeNull();
});

it('coins whose nonce was used by something else fail, once, and the next fan gets coins', async () => {
  await loseNonce();
  expect(await lastSent()).toMatchObject({ state: 'failed', transaction: null });
  const { rows } = await world.ownerPool.query<{ id: number }>(
    `SELECT id FROM chain_transaction WHERE state = 'impossible' ORDER BY id DESC LIMIT 1`,
  );
  const operator = await world.given.operator('editor');
  expect((await world.call('GET /operator/api/v1/chain/transactions', { operator })).data.list).toEqual([]);
  const body = { transactionId: Number(rows[0]?.id), why: 'The fan asked for them' };
  const retry = await world.call('POST /operator/api/v1/chain/retry', { operator, body });
  expect(retry.refusal).toBe('CHAIN_TRANSACTION_NOT_IMPOSSIBLE');
  expect(await readArrived()).toBe(0n);
  await takeCoins();
  await send();
  await confirm();
  expect(await readArrived()).toBe(parseEther('0.25'));
});

it('an erased fan’s wallet is nowhere any more, whether the coins arrived or failed', async () => {
  await loseNonce();
  const failed = { fan, wallet };
  await takeCoins();
  await send();
  await confirm();
  await eraseFan(world, fan);
  await eraseFan(world, failed.fan);
  const words = { arrived: wallet.slice(2), failed: failed.wallet.slice(2) };
  expect(await tracesInDatabase(world.ownerPool, words)).toEqual({ arrived: [], failed: [] });
});

/** Sends by a nonce that something else uses, as is seen twice. */
async function loseNonce(): Promise<void> {
  const nonce = (await chain.client.getTransactionCount({ address: faucetAddress })) + 1;
  await chain.client.setAutomine(false);
  await send();
  await chain.client.request({ method: 'anvil_dropAllTransactions' as never });
  await chain.client.setNonce({ address: faucetAddress, nonce });
  await chain.client.setAutomine(true);
  await confirm();
  expect(await lastSent()).toMatchObject({ state: 'onItsWay' });
  world.clock.advance(5 * 60_000);
  await send();
}
