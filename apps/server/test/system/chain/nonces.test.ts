import { encodeFunctionData, type Hex, parseAbi, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chainJobs } from '#/modules/chain/send-transactions.ts';
import { mintSender } from '#/modules/shop/settle-order.ts';
import { createFaultyChain, type FaultyChain } from '../../world/faulty-chain.ts';

const gwei = (number: number) => parseGwei(String(number));
/** Time between two sightings of a contradiction. */
const sightingsMs = 5 * 60_000;

let faulty: FaultyChain;
let chain: FaultyChain['chain'];
let node: FaultyChain['node'];
let world: FaultyChain['world'];
let wallet: FaultyChain['wallet'];
let ask: FaultyChain['ask'];
let mine: FaultyChain['mine'];
let theMint: FaultyChain['theMint'];
let pooled: FaultyChain['pooled'];
let wait: FaultyChain['wait'];
let givenOrder: FaultyChain['givenOrder'];
let seesOneMint: FaultyChain['seesOneMint'];
beforeEach(async () => {
  faulty = await createFaultyChain();
  ({ chain, node, world, wallet, ask, mine, theMint, pooled, wait, givenOrder, seesOneMint } = faulty);
});
afterEach(() => faulty[Symbol.asyncDispose]());

it('a reorganisation that drops the mint brings the same bytes back', async () => {
  await world.send();
  await chain.client.mine({ blocks: 2 });
  await world.send();
  const before = await theMint();
  expect(before).toMatchObject({ state: 'sent' });
  expect(await world.balanceOf(wallet)).toBe(1);
  await ask('anvil_reorg', [2, []]);
  await ask('anvil_dropAllTransactions');
  expect(await world.balanceOf(wallet)).toBe(0);
  wait();
  await world.send();
  expect(await pooled()).toBe(1);
  await seesOneMint();
  expect(await theMint()).toMatchObject({ hash: expect.any(String), nonce: before?.nonce, forms: 1 });
});

it('a dropped transaction is broadcast again by the same bytes', async () => {
  await world.send();
  await ask('anvil_dropAllTransactions');
  await world.send();
  expect(await pooled()).toBe(0);
  wait();
  await world.send();
  expect(await pooled()).toBe(1);
  await seesOneMint();
  expect(await theMint()).toMatchObject({ forms: 1 });
});

it.each(['older', 'newer'] as const)(
  'a transaction that pays too little is replaced under the same nonce, and the %s of both may be mined',
  async (mined) => {
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei(1) });
    await world.send();
    const first = await theMint();
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei(50) });
    await chain.client.mine({ blocks: 1 });
    wait();
    await world.send();
    // The node takes the replacement and loses it, so that only the other reaches miners.
    if (mined === 'older') node.answers.set('eth_sendRawTransaction', { result: `0x${'00'.repeat(32)}` });
    await world.send();
    node.answers.clear();
    expect(await theMint()).toMatchObject({ state: 'sent', nonce: first?.nonce, forms: 2 });
    const { rows } = await world.ownerPool.query<{ hash: string; raw: Hex }>(
      'SELECT hash, raw FROM signed_transaction ORDER BY max_fee',
    );
    const form = rows.at(mined === 'older' ? 0 : 1);
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei(mined === 'older' ? 1 : 40) });
    if (mined === 'older') await ask('eth_sendRawTransaction', [form?.raw]);
    await seesOneMint();
    expect((await theMint())?.hash).toBe(form?.hash);
  },
);

it('a nonce that something else used is given up at a second sighting, and the mint gets another', async () => {
  await world.send();
  await ask('anvil_dropAllTransactions');
  await chain.client.setNonce({ address: world.minter, nonce: 1 });
  await mine();
  await world.send();
  await world.send();
  expect(await theMint()).toMatchObject({ state: 'sent', nonce: 0 });
  world.clock.advance(sightingsMs);
  await world.send();
  expect(await theMint()).toMatchObject({ state: 'sent', nonce: 1 });
  await seesOneMint();
});

it('a node that lags behind its nonces brings no second transaction', async () => {
  const sightedAt = async () =>
    (await world.ownerPool.query<{ at: Date | null }>('SELECT nonce_lost_at AS at FROM chain_transaction')).rows[0]?.at;
  await world.send();
  await mine();
  node.answers.set('eth_getTransactionReceipt', { result: null });
  await world.send();
  expect(await sightedAt()).toEqual(world.clock.now());
  world.clock.advance(sightingsMs);
  node.answers.set('eth_getTransactionCount', { result: '0x0' });
  await world.send();
  expect(await sightedAt()).toBeNull();
  node.answers.delete('eth_getTransactionCount');
  await world.send();
  expect(await sightedAt()).toEqual(world.clock.now());
  node.answers.clear();
  await world.send();
  await seesOneMint();
  expect(await theMint()).toMatchObject({ nonce: 0, forms: 1 });
});

it('a chain that has lost transactions gets no more, and the trouble says from which nonce on', async () => {
  const setNonce = (nonce: number) => chain.client.setNonce({ address: world.minter, nonce });
  await setNonce(3);
  await world.send();
  await ask('anvil_dropAllTransactions');
  await setNonce(1);
  wait();
  await world.send();
  expect(await world.trouble(), 'the node may lag').toBeNull();
  world.clock.advance(sightingsMs);
  await world.send();
  const minter = world.minter.toLowerCase();
  expect(await world.trouble()).toContain(`waits for nonce 1 of ${minter}, and the next transaction has 3`);
  await ask('anvil_dropAllTransactions');
  await setNonce(3);
  await world.send();
  await seesOneMint();
  await givenOrder();
  await setNonce(2);
  await world.send();
  expect(await world.trouble()).toContain(`waits for nonce 2 of ${minter}, and the next transaction has 4`);
  expect((await world.mints())[1]?.state).toBe('waiting');
});

it('a former key without coins keeps only its own mints waiting, and those of its successor arrive', async () => {
  await world.send();
  await ask('anvil_dropAllTransactions');
  const { services, minter, contract } = world;
  const minterKey = generatePrivateKey();
  const successor = privateKeyToAccount(minterKey).address;
  await handOver(successor);
  await chain.client.setBalance({ address: minter, value: 0n });
  await chain.client.setBalance({ address: successor, value: parseEther('1') });
  const settings = { ...services.settings, minting: { contract, minterKey } };
  const senders = [mintSender({ ...services, settings }) ?? []].flat();
  const send = () => chainJobs({ ...services, settings }, senders)[0]?.run({}, { number: 1, last: false });
  const troubles = async () =>
    Object.fromEntries(
      (await world.ownerPool.query('SELECT address, trouble FROM chain_sender')).rows.map(
        (row: { address: string; trouble: string | null }) => [row.address, row.trouble],
      ),
    );
  const [former, present] = [minter.toLowerCase(), successor.toLowerCase()];
  const unused = `0x${'33'.repeat(20)}`;
  await world.ownerPool.query(`INSERT INTO chain_sender VALUES ($1, 0, 'Of a key with nothing on its way', now())`, [
    unused,
  ]);

  const second = await givenOrder();
  wait();
  await send();
  await mine();
  await send();
  expect(await troubles()).toEqual({
    [former]: `${former} has too few coins for gas.`,
    [present]: null,
    [unused]: null,
  });
  expect(await world.mints()).toMatchObject([{ state: 'sent' }, { state: 'confirmed', wallet: second.wallet }]);
  expect(await world.balanceOf(second.wallet)).toBe(1);

  await chain.client.setBalance({ address: minter, value: parseEther('1') });
  wait();
  await send();
  await mine();
  await send();
  expect(await troubles()).toEqual({ [former]: null, [present]: null, [unused]: null });
  // The former key owns the contract no more; an operator's retry sends it by the new one.
  expect((await theMint())?.state).toBe('impossible');
});

/** Hands the contract over by the minter's second transaction, and forgets that nonce, so that its first can still be mined. */
async function handOver(owner: Hex): Promise<void> {
  const { minter, contract } = world;
  const data = encodeFunctionData({ abi: parseAbi(['function transferOwnership(address)']), args: [owner] });
  await chain.client.setNonce({ address: minter, nonce: 1 });
  await chain.client.impersonateAccount({ address: minter });
  await chain.client.sendTransaction({ account: minter, to: contract, data, chain: null });
  await chain.client.mine({ blocks: 1 });
  await chain.client.setNonce({ address: minter, nonce: 0 });
}
