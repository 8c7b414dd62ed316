import { type Hex, parseGwei } from 'viem';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFaultyChain, type FaultyChain } from '../../world/faulty-chain.ts';

const gwei = (number: number) => parseGwei(String(number));

let faulty: FaultyChain;
let chain: FaultyChain['chain'];
let node: FaultyChain['node'];
let world: FaultyChain['world'];
let fan: FaultyChain['fan'];
let wallet: FaultyChain['wallet'];
let order: FaultyChain['order'];
let lines: FaultyChain['lines'];
let mine: FaultyChain['mine'];
let theMint: FaultyChain['theMint'];
let seesOneMint: FaultyChain['seesOneMint'];
beforeEach(async () => {
  faulty = await createFaultyChain();
  ({ chain, node, world, fan, wallet, order, lines, mine, theMint, seesOneMint } = faulty);
});
afterEach(() => faulty[Symbol.asyncDispose]());

it('nothing is paid above the limit: it waits, and is sent when gas is cheaper', async () => {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei(500) });
  await chain.client.mine({ blocks: 1 });
  await world.send();
  expect([(await theMint())?.state, await world.trouble()]).toEqual([
    'waiting',
    expect.stringContaining('CHAIN_MAX_FEE'),
  ]);
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei(1) });
  await chain.client.mine({ blocks: 1 });
  await world.send();
  await seesOneMint();
});

it('a node that takes nothing is asked again until it does', async () => {
  const answers = [
    ['txpool is full', 'The pool of the node is full.'],
    ['transaction underpriced', expect.stringContaining('too little')],
    ['insufficient funds for gas * price + value', expect.stringContaining('too few coins')],
  ] as const;
  for (const [message, trouble] of answers) {
    node.answers.set('eth_sendRawTransaction', { error: { code: -32000, message } });
    await world.send();
    await world.send();
    expect([(await theMint())?.state, await world.trouble()]).toEqual(['sent', trouble]);
  }
  node.answers.clear();
  await world.send();
  await seesOneMint();
});

it('a node that is away makes it wait, before and after the broadcast, and the order stays processing', async () => {
  node.away = true;
  await world.send();
  expect([(await theMint())?.state, await world.trouble()]).toEqual(['waiting', 'The node cannot be reached.']);
  node.away = false;
  await world.send();
  node.away = true;
  await world.send();
  await world.settle(order);
  expect([(await theMint())?.state, await world.trouble()]).toEqual(['sent', 'The node cannot be reached.']);
  node.away = false;
  await seesOneMint();
});

it('a node of another chain gets nothing, and the log says so once', async () => {
  node.answers.set('eth_chainId', { result: '0x38' });
  await world.send();
  await world.send();
  expect([(await theMint())?.state, await world.trouble()]).toEqual([
    'waiting',
    'The node is one of chain 56, not of 97.',
  ]);
  expect(node.asked).not.toContain('eth_sendRawTransaction');
  expect(lines.filter((line) => line.includes('chain 56'))).toHaveLength(1);
  node.answers.clear();
  await world.send();
  await seesOneMint();
});

it('a contract of another owner, or none, gets nothing', async () => {
  node.answers.set('eth_getCode', { result: '0x' });
  await world.send();
  expect(await world.trouble()).toBe(`There is no contract at ${world.contract.toLowerCase()}.`);
  node.answers.set('eth_getCode', { result: '0x60' });
  node.answers.set('eth_call', { result: `0x${'11'.repeat(20).padStart(64, '0')}` });
  await world.send();
  expect(await world.trouble()).toContain('belongs to 0x1111');
  expect((await theMint())?.state).toBe('waiting');
  node.answers.clear();
  await world.send();
  await seesOneMint();
});

it('a piece that is minted already is done if it has its owner, and else for an operator', async () => {
  const first = await theMint();
  const { data: call } = await world.ownerPool
    .query<{ data: `0x${string}` }>('SELECT data FROM chain_transaction')
    .then(({ rows }) => rows[0] ?? { data: '0x' as const });
  await chain.client.impersonateAccount({ address: world.minter });
  await chain.client.setAutomine(true);
  await chain.client.sendTransaction({ account: world.minter, to: world.contract, data: call, chain: null });
  await world.send();
  expect(await theMint()).toMatchObject({ state: 'confirmed', hash: null, tokenId: first?.tokenId });
  await seesOneMint();
});

it('a mint that the chain undoes is judged once the node answers, and an operator can retry it', async () => {
  await world.send();
  const code = await chain.client.getCode({ address: world.contract });
  // REVERT without a reason.
  await chain.client.setCode({ address: world.contract, bytecode: '0x5f5ffd' });
  await mine();
  await chain.client.setCode({ address: world.contract, bytecode: code ?? '0x' });
  node.answers.set('eth_call', { error: { code: -32005, message: 'too many requests' } });
  await world.send();
  expect([(await theMint())?.state, await world.trouble()]).toEqual(['sent', 'The node answers with error -32005.']);
  node.answers.clear();
  await world.send();
  const undone = await theMint();
  expect(undone).toMatchObject({ state: 'impossible', hash: expect.any(String) });
  const receipt = await chain.client.getTransactionReceipt({ hash: undone?.hash as Hex });
  expect(receipt.status).toBe('reverted');
  const operator = await world.given.operator('editor');
  const { list } = (await world.call('GET /operator/api/v1/chain/transactions', { operator })).data;
  const body = { transactionId: Number(list[0]?.transactionId), why: 'Contract repaired' };
  await world.call('POST /operator/api/v1/chain/retry', { operator, body });
  await world.send();
  await seesOneMint();
});

it('a token of another owner is impossible; an operator sees it and can retry, and its fan reads so', async () => {
  const operator = await world.given.operator('editor');
  const seen = async () => {
    const { data: orders } = await world.call('POST /wallet/api/v1/pointsMall/getOrderList', { fan });
    const { data: status } = await world.call('POST /wallet/api/v1/pointsMall/getHandlerStatus', { fan });
    return [orders.list[0]?.state, orders.list[0]?.pieces[0]?.place, status.isDelayed];
  };
  const list = async () => (await world.call('GET /operator/api/v1/chain/transactions', { operator })).data;
  const other = `0x${'22'.repeat(20)}`;
  const { rows } = await world.ownerPool.query<{ data: string }>('SELECT data FROM chain_transaction');
  const call = (rows[0]?.data ?? '').replace(wallet.slice(2), other.slice(2)) as `0x${string}`;
  await chain.client.impersonateAccount({ address: world.minter });
  await chain.client.setAutomine(true);
  await chain.client.sendTransaction({ account: world.minter, to: world.contract, data: call, chain: null });
  await world.send();
  const { tokenId = 0 } = (await theMint()) ?? {};
  const [stuck] = (await list()).list;
  expect(stuck).toMatchObject({ state: 'impossible', reason: `Token ${tokenId} belongs to ${other}.` });
  await world.settle(order);
  expect(await seen()).toEqual(['processing', 'delayed', true]);
  const retry = 'POST /operator/api/v1/chain/retry';
  const body = { transactionId: Number(stuck?.transactionId), why: 'Tried once more' };
  expect((await world.call(retry, { operator, body })).refusal).toBeUndefined();
  expect((await list()).list).toMatchObject([{ state: 'waiting', reason: null }]);
  expect(await seen()).toEqual(['processing', 'onItsWay', false]);
  expect((await world.call(retry, { operator, body })).refusal).toBe('CHAIN_TRANSACTION_NOT_IMPOSSIBLE');
  await world.send();
  expect((await theMint())?.state).toBe('impossible');
});
