import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { encodeFunctionData, getContractAddress, type Hex, keccak256, concat, encodeAbiParameters } from 'viem';
import { serializeErc6492Signature } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { reservePort } from '../../../../../e2e/reserve-port.ts';
import { type CompiledContract, compileContract } from '../../../scripts/nft-contract.ts';
import { type LocalChain, startLocalChain } from '../../world/local-chain.ts';
import { messageFor, newWallet, signInByWallet, walletLogin } from '../../world/wallet.ts';
import { createWorld, type World } from '../../world/world.ts';

const contracts = compileContract(new URL('contracts/KeyWallet.sol', import.meta.url));

function contractNamed(name: string): CompiledContract {
  const contract = contracts[name];
  if (!contract) throw new Error(`There is no contract ${name}`);
  return contract;
}

let chain: LocalChain;
let world: World;
beforeAll(async () => {
  chain = await startLocalChain();
  world = await worldOn(chain.url);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await chain[Symbol.asyncDispose]();
});

const worldOn = (url: string, onLogLine?: (line: string) => void) =>
  createWorld({
    environment: { CHAIN_RPC_URL: url, RATE_LIMIT_FACTOR: '1000' },
    ...(onLogLine && { onLogLine }),
  });

/** Deploys a wallet as a contract on the chain, with the key that signs for it. */
async function deployWallet() {
  const owner = newWallet();
  const address = await chain.deploy(contractNamed('KeyWallet'), [owner.address]);
  return { address, sign: owner.sign };
}

/** Returns a wallet whose contract is not on the chain yet, though its address is known. */
async function comingWallet() {
  const owner = newWallet();
  const { bytecode } = contractNamed('KeyWallet');
  const factory = await chain.deploy(contractNamed('KeyWalletFactory'));
  const deployment = concat([bytecode, encodeAbiParameters([{ type: 'address' }], [owner.address])]);
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: `0x${'00'.repeat(32)}`,
    bytecodeHash: keccak256(deployment),
  });
  const data = encodeFunctionData({
    abi: contractNamed('KeyWalletFactory').abi,
    functionName: 'deploy',
    args: [owner.address],
  });
  const sign = async (message: string): Promise<Hex> =>
    serializeErc6492Signature({ address: factory, data, signature: await owner.sign(message) });
  return { address, sign, signBare: owner.sign };
}

describe('a wallet that is a contract', () => {
  it('signs in by ERC-1271, and again', async () => {
    const wallet = await deployWallet();
    const first = await signInByWallet(world, wallet);
    expect(first).toMatchObject({ isNew: true, userInfo: { walletAddress: wallet.address.toLowerCase() } });
    expect((await signInByWallet(world, wallet)).isNew).toBe(false);
  });

  it('signs in by ERC-6492 before it is on the chain, which asking does not put it on', async () => {
    const wallet = await comingWallet();
    const { userInfo } = await signInByWallet(world, wallet);
    expect(userInfo.walletAddress).toBe(wallet.address.toLowerCase());
    expect(await chain.client.getCode({ address: wallet.address })).toBeUndefined();
  });

  it('is refused when another key signed, and nothing changes', async () => {
    const { address } = await deployWallet();
    const message = await messageFor(world, address);
    const signature = await newWallet().sign(message);
    const reply = await changesNothing(world, () => world.call(walletLogin, { body: { message, signature } }));
    expect(reply.refusal).toBe('WALLET_SIGNATURE_INVALID');
  });

  it.each([
    [
      'is not on the chain, and the signature does not tell how to put it there',
      async () => {
        const { address, signBare } = await comingWallet();
        return { address, sign: signBare };
      },
    ],
    [
      'comes of a factory that makes another',
      async () => {
        const { address } = await comingWallet();
        return { address, sign: (await comingWallet()).sign };
      },
    ],
    [
      'signs with bytes that mean nothing',
      async () => {
        const { address } = await deployWallet();
        return { address, sign: () => Promise.resolve<Hex>(`0x${'ab'.repeat(4096)}`) };
      },
    ],
  ])('is refused when it %s', async (_, given) => {
    const { address, sign } = await given();
    const message = await messageFor(world, address);
    const body = { message, signature: await sign(message) };
    const reply = await changesNothing(world, () => world.call(walletLogin, { body }));
    expect(reply.refusal).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('cannot sign for the wallet of a key', async () => {
    const message = await messageFor(world, newWallet().address);
    const signature = await (await deployWallet()).sign(message);
    const reply = await changesNothing(world, () => world.call(walletLogin, { body: { message, signature } }));
    expect(reply.refusal).toBe('WALLET_SIGNATURE_INVALID');
  });
});

/** The refusal of a contract wallet in either language while the chain cannot be asked. */
const outage = [
  [503, 'CHAIN_UNAVAILABLE', 'blockchain'],
  [503, 'CHAIN_UNAVAILABLE', '區塊鏈'],
];

/**
 * Returns the response to a contract wallet, and the log. A retry is free: the signature is valid once the chain is
 * back.
 */
async function askOn(url: string): Promise<{ told: unknown[]; lines: string[] }> {
  const lines: string[] = [];
  await using other = await worldOn(url, (line) => lines.push(line));
  const wallet = await deployWallet();
  const message = await messageFor(other, wallet.address);
  const body = { message, signature: await wallet.sign(message) };
  const told = [];
  for (const language of ['en_US', 'zh_TW'] as const) {
    const reply = await changesNothing(other, () => other.call(walletLogin, { body, language }));
    told.push([reply.status, reply.refusal, /blockchain|區塊鏈/.exec(reply.message)?.[0]]);
  }
  // The wallet of a key needs no chain.
  expect((await signInByWallet(other, newWallet())).isNew).toBe(true);
  return { told, lines: lines.filter((line) => line.includes('the chain could not be asked')) };
}

describe('when the chain cannot be asked', () => {
  it('because the node is down, a contract wallet gets that answer; the log says why without the address', async () => {
    const { told, lines } = await askOn(`http://127.0.0.1:${await reservePort()}/secret-key-of-the-node`);
    expect(told).toEqual(outage);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).toContain('ECONNREFUSED');
    expect(lines.join('\n')).not.toContain('secret-key-of-the-node');
  });

  it('because the node is one of another chain, a contract wallet gets that answer', async () => {
    await using other = await startLocalChain({ chainId: 56 });
    const { told, lines } = await askOn(other.url);
    expect(told).toEqual(outage);
    expect(lines.join('\n')).toContain('The node is one of chain 56, not of 97');
  });

  it.each<[string, (asked: string) => Partial<Record<'status' | 'body' | 'location', string>>]>([
    [
      'answers with an error of its own',
      () => ({ body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}' }),
    ],
    ['answers with a page', () => ({ body: '<html>Bad gateway</html>' })],
    ['answers without end', () => ({ body: `"${'x'.repeat(1_000_000)}"` })],
    ['sends elsewhere', () => ({ status: '307', location: chain.url })],
  ])('because the node %s, a contract wallet gets that answer', async (_, answerTo) => {
    await using node = await standInNode(answerTo);
    const { told, lines } = await askOn(node.url);
    expect(told).toEqual(outage);
    expect(lines).not.toEqual([]);
  });

  it('because the node never answers, a contract wallet waits three seconds at most', async () => {
    await using node = await standInNode(() => undefined);
    await using other = await worldOn(node.url);
    const wallet = await deployWallet();
    const message = await messageFor(other, wallet.address);
    const reply = await other.call(walletLogin, { body: { message, signature: await wallet.sign(message) } });
    expect(reply.refusal).toBe('CHAIN_UNAVAILABLE');
    expect(node.requests).toBe(1);
  });
});

/** Signs in to a wallet with another key. */
async function signInAsThief(at: World, address: string) {
  const message = await messageFor(at, address);
  const signature = await newWallet().sign(message);
  return at.call(walletLogin, { body: { message, signature } });
}

describe('a node that says yes to every signature', () => {
  const lyingNode = () =>
    standInNode((_url, method) => {
      const result = method === 'eth_chainId' ? '0x61' : '0x01';
      return { body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }) };
    });

  it('is not asked about a wallet that has signed in by its key, so a contract cannot open its account', async () => {
    await using node = await lyingNode();
    await using other = await worldOn(node.url);
    const wallet = newWallet();
    await signInByWallet(other, wallet);
    const before = node.requests;
    const stolen = await changesNothing(other, () => signInAsThief(other, wallet.address), {
      except: ['wallet_challenge'],
    });
    expect(stolen.refusal).toBe('WALLET_SIGNATURE_INVALID');
    expect(node.requests).toBe(before);
  });

  it('opens an account for a wallet that was never seen, and loses it once the wallet shows its key', async () => {
    await using node = await lyingNode();
    await using other = await worldOn(node.url);
    const wallet = newWallet();
    expect((await signInAsThief(other, wallet.address)).status).toBe(200);
    expect((await signInByWallet(other, wallet)).isNew).toBe(false);
    expect((await signInAsThief(other, wallet.address)).refusal).toBe('WALLET_SIGNATURE_INVALID');
  });
});

type StandIn = { status?: string; body?: string; location?: string };

/** Replaces a node. Without an answer the caller waits. */
async function standInNode(answerTo: (asked: string, method: string) => StandIn | undefined) {
  let requests = 0;
  const server: Server = createServer((request, response) => {
    requests += 1;
    void json(request).then((asked) => {
      const answer = answerTo(request.url ?? '', (asked as { method: string }).method);
      if (!answer) return;
      const { status = '200', body = '', location } = answer;
      const headers = { 'content-type': 'application/json', ...(location && { location }) };
      response.writeHead(Number(status), headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
