import type { Transaction } from 'kysely';
import { localDateAt } from '#/lib/local-date.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { credit } from './post.ts';
import { grantsPerNetworkAndDay, nextGrantAt, testChainId, testCoins, waitUntil } from './faucet.rules.ts';
import { countGrant, insertGrant, lastGrant } from './faucet.store.ts';

/** The faucet's settings of a deployment. */
export type FaucetSettings = {
  readonly chainId: number;
  readonly platformTimeZone: string;
  readonly rateLimitFactor: number;
};

type TestCoinWish = {
  readonly fanId: number;
  /** The network the fan comes from, as a keyed hash. */
  readonly networkHash: Buffer;
  readonly key: string;
  readonly receivedAt: Date;
};

/**
 * Grants test coins once in 24 hours. The unique grant row serialises concurrent calls: the second waits and then
 * fails.
 */
export async function takeTestCoins(
  tx: Transaction<DB>,
  settings: FaucetSettings,
  { fanId, networkHash, key, receivedAt }: TestCoinWish,
) {
  if (settings.chainId !== testChainId) throw new Refusal('TEST_COIN_NO_TEST_CHAIN');
  const last = await lastGrant(tx, fanId);
  if (last) assertDayIsOver(last.grantedAt, receivedAt);
  const isFirst = await insertGrant(tx, { fanId, amount: testCoins, key, grantedAt: receivedAt, last });
  if (!isFirst) {
    const rival = await lastGrant(tx, fanId);
    throw tooSoon(rival?.grantedAt ?? receivedAt, receivedAt);
  }
  const day = localDateAt(receivedAt, settings.platformTimeZone);
  const most = grantsPerNetworkAndDay * settings.rateLimitFactor;
  if (!(await countGrant(tx, { networkHash, day, most }))) throw new Refusal('TEST_COIN_NETWORK_LIMIT');

  const balance = await credit(tx, {
    key,
    receivedAt,
    fanId,
    asset: 'TEST_COIN',
    amount: testCoins,
    pool: { kind: 'issue', name: 'faucet' },
    reason: 'test_coin',
  });
  return { amount: testCoins, balance, nextAt: nextGrantAt(receivedAt).toISOString() };
}

function assertDayIsOver(grantedAt: Date, now: Date): void {
  if (now < nextGrantAt(grantedAt)) throw tooSoon(grantedAt, now);
}

function tooSoon(grantedAt: Date, now: Date): Refusal {
  return new Refusal('TEST_COIN_TOO_SOON', waitUntil(nextGrantAt(grantedAt), now));
}
