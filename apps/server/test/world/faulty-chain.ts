import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { givenNft } from './given-goods.ts';
import { startLocalChain } from './local-chain.ts';
import { createMintingWorld, givenContract } from './minting-world.ts';

export type FaultyChain = Awaited<ReturnType<typeof createFaultyChain>>;

/**
 * Creates a world whose first mint is queued, with a chain that gets blocks when a test wants them, behind a node with
 * faults.
 */
export async function createFaultyChain() {
  const chain = await startLocalChain();
  const contract = await givenContract(chain);
  await chain.client.setAutomine(false);
  const node = await nodeBehind(chain.url);
  const lines: string[] = [];
  const environment = { CHAIN_RPC_URL: node.url, CHAIN_MAX_FEE_GWEI: '100' };
  const world = await createMintingWorld(chain, { environment, onLogLine: (line) => lines.push(line) }, contract);

  /** Prepares a fan's order of a piece for a wallet, whose mint is queued. */
  async function givenOrder() {
    const fan = await world.given.fan({ points: 100 });
    const wallet = await world.giveWallet(fan);
    const body = { goodsId: await givenNft(world) };
    const { data } = await world.call('POST /wallet/api/v1/pointsMall/summitBuy', { fan, body });
    const order = Number(data.orderId);
    await world.settle(order);
    return { fan, wallet, order };
  }

  const { fan, wallet, order } = await givenOrder();
  /** Mines the pool, and blocks on top. */
  const mine = () => world.confirm();
  const theMint = async () => (await world.mints())[0];

  return {
    chain,
    node,
    world,
    lines,
    fan,
    wallet,
    order,
    givenOrder,
    mine,
    theMint,
    /** Asks anvil for something that viem does not know. */
    ask: (method: string, params: readonly unknown[] = []) =>
      chain.client.request({ method: method as never, params: params as never }),
    pooled: async () => Object.values((await chain.client.getTxpoolContent()).pending).flatMap(Object.values).length,
    /** Time enough for bytes to be broadcast again. */
    wait: () => world.clock.advance(15_000),
    /** Sees the first mint done, once and to the right wallet, after any faults. */
    seesOneMint: async () => {
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
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await node[Symbol.asyncDispose]();
      await chain[Symbol.asyncDispose]();
    },
  };
}

type Answer = { readonly result?: unknown; readonly error?: { readonly code: number; readonly message: string } };

/** Starts a node in front of another one, which answers in its place where a test wants it to. */
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
