import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { parseGwei } from 'viem';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { givenNft } from '../../world/given-goods.ts';
import { type LocalChain, startLocalChain } from '../../world/local-chain.ts';
import { createMintingWorld, givenContract, type MintingWorld } from '../../world/minting-world.ts';

const summitBuy = 'POST /wallet/api/v1/pointsMall/summitBuy';
const gwei = (number: number) => parseGwei(String(number));

let chain: LocalChain;
let node: Awaited<ReturnType<typeof nodeBehind>>;
let world: MintingWorld;
let wallet: string;
let order: number;
let lines: string[];
beforeEach(async () => {
  // Blocks come when a test wants them.
  chain = await startLocalChain();
  const contract = await givenContract(chain);
  await chain.client.setAutomine(false);
  node = await nodeBehind(chain.url);
  lines = [];
  const environment = { CHAIN_RPC_URL: node.url, CHAIN_MAX_FEE_GWEI: '100' };
  world = await createMintingWorld(chain, { environment, onLogLine: (line) => lines.push(line) }, contract);
  const fan = await world.given.fan({ points: 100 });
  wallet = await world.giveWallet(fan);
  const { data } = await world.call(summitBuy, { fan, body: { goodsId: await givenNft(world) } });
  order = Number(data.orderId);
  await world.settle(order);
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
  await chain[Symbol.asyncDispose]();
});

/** Asks anvil for something that viem does not know. */
const ask = (method: string, params: readonly unknown[] = []) =>
  chain.client.request({ method: method as never, params: params as never });
/** Mines what is in the pool, and blocks on top. */
const mine = () => world.confirm();
const theMint = async () => (await world.mints())[0];
const pooled = async () => Object.values((await chain.client.getTxpoolContent()).pending).flatMap(Object.values).length;
/** Time enough for bytes to be broadcast again. */
const wait = () => world.clock.advance(15_000);

/** Sees the mint done, once and to the right wallet, after whatever happened. */
async function seesOneMint() {
  await mine();
  expect(await world.send()).toBeUndefined();
  await world.settle(order);
  const mint = await theMint();
  expect(mint).toMatchObject({ state: 'confirmed' });
  expect(await world.ownerOf(mint?.tokenId ?? 0)).toBe(wallet);
  expect(await world.balanceOf(wallet)).toBe(1);
  const { rows } = await world.ownerPool.query('SELECT state FROM mall_order WHERE id = $1', [order]);
  expect(rows).toEqual([{ state: 'done' }]);
  expect(await world.trouble()).toBeNull();
  // The log has many lines by now, and none of them the key.
  expect(lines).not.toEqual([]);
  expect(lines.join('')).not.toContain(world.minterKey.slice(2));
}

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

it('a transaction that pays too little is replaced under the same nonce, and the first of both may be mined', async () => {
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei(1) });
  await world.send();
  const first = await theMint();
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei(50) });
  await chain.client.mine({ blocks: 1 });
  wait();
  await world.send();
  await world.send();
  expect(await theMint()).toMatchObject({ state: 'sent', nonce: first?.nonce, forms: 2 });
  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei(40) });
  await seesOneMint();
});

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

it.each([
  ['txpool is full', 'The pool of the node is full.'],
  ['transaction underpriced', expect.stringContaining('too little')],
  ['insufficient funds for gas * price + value', expect.stringContaining('too few coins')],
])('a node that answers “%s” is asked again until it takes the transaction', async (message, trouble) => {
  node.answers.set('eth_sendRawTransaction', { error: { code: -32000, message } });
  await world.send();
  await world.send();
  expect([(await theMint())?.state, await world.trouble()]).toEqual(['sent', trouble]);
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

it('a nonce that something else used is given up, and the mint gets another', async () => {
  await world.send();
  await ask('anvil_dropAllTransactions');
  await chain.client.setNonce({ address: world.minter, nonce: 1 });
  await mine();
  await world.send();
  await world.send();
  expect(await theMint()).toMatchObject({ state: 'sent', nonce: 1 });
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
  const operator = await world.given.operator('editor');
  const { list } = (await world.call('GET /operator/api/v1/chain/transactions', { operator })).data;
  const body = { transactionId: Number(list[0]?.transactionId), why: 'Contract repaired' };
  await world.call('POST /operator/api/v1/chain/retry', { operator, body });
  await world.send();
  await seesOneMint();
});

it('a token of another owner is impossible; an operator sees it and can retry', async () => {
  const operator = await world.given.operator('editor');
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
  const retry = 'POST /operator/api/v1/chain/retry';
  const body = { transactionId: Number(stuck?.transactionId), why: 'Tried once more' };
  expect((await world.call(retry, { operator, body })).refusal).toBeUndefined();
  expect((await list()).list).toMatchObject([{ state: 'waiting', reason: null }]);
  expect((await world.call(retry, { operator, body })).refusal).toBe('CHAIN_TRANSACTION_NOT_IMPOSSIBLE');
  await world.send();
  expect((await theMint())?.state).toBe('impossible');
});

type Answer = { readonly result?: unknown; readonly error?: { readonly code: number; readonly message: string } };

/** A node in front of another one, which answers in its place where a test wants it to. */
async function nodeBehind(url: string) {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const state = { away: false };
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => {
      if (state.away) return outgoing.destroy();
      const { method } = JSON.parse(body.toString()) as { method: string };
      asked.push(method);
      const answer = answers.get(method);
      if (answer) return outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
      const onward = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } }, (reply) =>
        reply.pipe(outgoing),
      );
      return onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    asked,
    set away(away: boolean) {
      state.away = away;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
