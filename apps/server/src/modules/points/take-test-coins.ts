import type { Contract, DataOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { Hex } from 'viem';
import { localDateAt } from '#/lib/local-date.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { readAvailable } from './assets.view.ts';
import { credit } from './posting.store.ts';
import { coinsOf, grantsPerNetworkAndDay, nextGrantAt, testChainId, testCoins, waitUntil } from './points.rules.ts';
import { countAddress, countGrant, countSent, insertGrant, lastGrant } from './faucet.store.ts';

/** How the faucet sends coins of the chain. */
export type CoinSender = {
  readonly weiEach: bigint;
  /** What all fans together get a day. */
  readonly weiPerDay: bigint;
  /** The fan's wallet, with the keyed hash that the faucet stores; undefined without a wallet. */
  readonly walletOf: (tx: Transaction<DB>, fanId: number) => Promise<Wallet | undefined>;
  /** Queues a transaction, which is sent exactly if the caller's commits. Returns its id. */
  readonly send: (tx: Transaction<DB>, coins: { target: Hex; wei: bigint; at: Date }) => Promise<number>;
};

type Wallet = { readonly address: Hex; readonly hash: Buffer };

/** The faucet's settings of a deployment. */
export type FaucetSettings = {
  readonly chainId: number;
  readonly platformTimeZone: string;
  readonly rateLimitFactor: number;
  /** Undefined without a faucet on the chain. */
  readonly coinSender: CoinSender | undefined;
};

type TestCoinWish = {
  readonly fanId: number;
  /** The network the fan comes from, as a keyed hash. */
  readonly networkHash: Buffer;
  readonly key: string;
  readonly receivedAt: Date;
};

type TakenCoins = DataOf<Contract['POST /wallet/api/v1/userExpand/getFreeTestCoin']>;

/**
 * Grants test coins once in 24 hours: sent to the wallet where there is a faucet on the chain, else credited. The unique grant
 * row serialises concurrent calls of a fan: the second waits and then fails.
 */
export async function takeTestCoins(
  tx: Transaction<DB>,
  settings: FaucetSettings,
  { fanId, networkHash, key, receivedAt }: TestCoinWish,
): Promise<TakenCoins> {
  if (settings.chainId !== testChainId) throw new Refusal('TEST_COIN_NO_TEST_CHAIN');
  const last = await lastGrant(tx, fanId);
  if (last) assertDayIsOver(last.grantedAt, receivedAt);
  const day = localDateAt(receivedAt, settings.platformTimeZone);
  const sending = await prepareSending(tx, settings, { fanId, day, receivedAt });
  const amount = sending ? 0 : testCoins;
  const isFirst = await insertGrant(tx, { fanId, amount, sending, key, grantedAt: receivedAt, last });
  if (!isFirst) {
    const rival = await lastGrant(tx, fanId);
    throw tooSoon(rival?.grantedAt ?? receivedAt, receivedAt);
  }
  const most = grantsPerNetworkAndDay * settings.rateLimitFactor;
  if (!(await countGrant(tx, { networkHash, day, most }))) throw new Refusal('TEST_COIN_NETWORK_LIMIT');

  const nextAt = nextGrantAt(receivedAt).toISOString();
  if (sending) {
    await countSending(tx, sending, receivedAt);
    const sent = {
      amount: coinsOf(sending.wei),
      wallet: sending.wallet,
      state: 'onItsWay',
      transaction: null,
    } as const;
    return { amount, balance: await readAvailable(tx, { fanId, asset: 'TEST_COIN' }), nextAt, sent };
  }
  const balance = await credit(tx, {
    key,
    receivedAt,
    fanId,
    asset: 'TEST_COIN',
    amount,
    pool: { kind: 'issue', name: 'faucet' },
    reason: 'test_coin',
  });
  return { amount, balance, nextAt, sent: null };
}

type CappedTransfer = NonNullable<Parameters<typeof insertGrant>[1]['sending']> & {
  readonly addressHash: Buffer;
  readonly weiPerDay: bigint;
};

/** Queues the coins for the fan's wallet; nothing without one. The limits follow, because the fan's own grant has to be first. */
async function prepareSending(
  tx: Transaction<DB>,
  { coinSender }: FaucetSettings,
  { fanId, day, receivedAt }: { fanId: number; day: string; receivedAt: Date },
): Promise<CappedTransfer | undefined> {
  const wallet = await coinSender?.walletOf(tx, fanId);
  if (!coinSender || !wallet) return undefined;
  const { weiEach: wei, weiPerDay } = coinSender;
  const transactionId = await coinSender.send(tx, { target: wallet.address, wei, at: receivedAt });
  return { wei, wallet: wallet.address, transactionId, day, addressHash: wallet.hash, weiPerDay };
}

/** @throws Refusal TEST_COIN_ADDRESS_LIMIT, TEST_COIN_DAY_LIMIT */
async function countSending(tx: Transaction<DB>, sending: CappedTransfer, at: Date): Promise<void> {
  const { addressHash, day, wei, weiPerDay } = sending;
  if (!(await countAddress(tx, { addressHash, day: localDateAt(at, 'UTC') })))
    throw new Refusal('TEST_COIN_ADDRESS_LIMIT');
  // Last, because all other fans' coins of the day wait for this row.
  if (wei > weiPerDay || !(await countSent(tx, { day, wei, most: weiPerDay })))
    throw new Refusal('TEST_COIN_DAY_LIMIT');
}

function assertDayIsOver(grantedAt: Date, now: Date): void {
  if (now < nextGrantAt(grantedAt)) throw tooSoon(grantedAt, now);
}

function tooSoon(grantedAt: Date, now: Date): Refusal {
  return new Refusal('TEST_COIN_TOO_SOON', waitUntil(nextGrantAt(grantedAt), now));
}
