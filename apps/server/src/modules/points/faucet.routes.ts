import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Hex } from 'viem';
import type { DB } from '#/db/schema.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { networkOf } from '#/lib/network-of.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { readFaucet } from './faucet.view.ts';
import { type CoinSender, type FaucetSettings, takeTestCoins } from './take-test-coins.ts';

/** The chain as the faucet needs it, of other modules. */
export type FaucetChain = {
  readonly chainId: number;
  readonly walletOf: (db: Kysely<DB>, fanId: number) => Promise<Hex | undefined>;
  readonly send: CoinSender['send'];
};

export function faucetRoutes(
  server: FastifyInstance,
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { chainId, walletOf, send }: FaucetChain,
): void {
  const keys = createServerKeys(settings.serverSecret);
  const { each: weiEach, perDay: weiPerDay } = settings.faucetWei;
  const coinSender = settings.faucetKey === undefined ? undefined : { weiEach, weiPerDay, send };
  const faucet: FaucetSettings = {
    ...settings,
    chainId,
    coinSender: coinSender && {
      ...coinSender,
      walletOf: async (tx, fanId) => {
        const address = await walletOf(tx, fanId);
        return address === undefined ? undefined : { address, hash: keys.keyedHash('test-coin-address', address) };
      },
    },
  };

  handle(server, 'POST /wallet/api/v1/userExpand/getTestCoinFaucet', async ({ fan, receivedAt: at }) => {
    const wallet = coinSender && (await walletOf(db, fan.id));
    return readFaucet(db, settings, { fanId: fan.id, chainId, weiEach: coinSender?.weiEach, wallet, at });
  });

  handleOnce(
    server,
    'POST /wallet/api/v1/userExpand/getFreeTestCoin',
    (tx, { fan, address, idempotencyKey, receivedAt }) =>
      takeTestCoins(tx, faucet, {
        fanId: fan.id,
        networkHash: keys.keyedHash('test-coin-network', networkOf(address)),
        key: idempotencyKey,
        receivedAt,
      }),
    // The coins of a day are counted together.
    { rate: 'tight', lock: () => 'test coins' },
  );
}
