import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import { networkOf } from '#/lib/network-of.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { readFaucet } from './faucet.store.ts';
import { type FaucetSettings, takeTestCoins } from './take-test-coins.ts';

export function faucetRoutes(
  server: FastifyInstance,
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  chainId: number,
): void {
  const keys = createServerKeys(settings.serverSecret);
  const faucet: FaucetSettings = { ...settings, chainId };

  handle(server, 'POST /wallet/api/v1/userExpand/getTestCoinFaucet', ({ fan, receivedAt }) =>
    readFaucet(db, { fanId: fan.id, chainId, at: receivedAt }),
  );

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
    { rate: 'tight' },
  );
}
