import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { coinsOf, nextGrantAt, testChainId, testCoins } from './points.rules.ts';
import { deleteWalletsOf, lastGrant } from './faucet.store.ts';

type Faucet = DataOf<Contract['POST /wallet/api/v1/userExpand/getTestCoinFaucet']>;
type SentTestCoins = NonNullable<Faucet['lastSent']>;

type FaucetQuestion = {
  readonly fanId: number;
  readonly chainId: number;
  /**
   * Returns the amount of one sending, in wei, and its receiver; undefined without a faucet on the chain, or without a
   * wallet.
   */
  readonly weiEach: bigint | undefined;
  readonly wallet: string | undefined;
  readonly at: Date;
};

/** Returns what the faucet gives a fan, when the next is due, and what became of the last. */
export async function readFaucet(
  db: Kysely<DB>,
  settings: Pick<Settings, 'chain'>,
  { fanId, chainId, weiEach, wallet, at }: FaucetQuestion,
): Promise<Faucet> {
  const last = await lastGrant(db, fanId);
  const nextAt = last && nextGrantAt(last.grantedAt);
  const [newest] = await listNewest(db, settings, { fanId, most: 1 });
  return {
    isOpen: chainId === testChainId,
    amount: testCoins,
    chainAmount: weiEach === undefined ? null : coinsOf(weiEach),
    wallet: weiEach === undefined ? null : (wallet ?? null),
    nextAt: nextAt && nextAt > at ? nextAt.toISOString() : null,
    lastSent: newest?.sent ?? null,
  };
}

type FaucetGrantRow = {
  readonly amount: number;
  readonly granted_at: Date;
  readonly wei: string | null;
  readonly wallet: string | null;
  readonly state: string | null;
  readonly hash: string | null;
};

/** Returns a fan's newest grants. Of a transaction that is not mined the newest signed form is shown. */
async function listNewest(
  db: Kysely<DB>,
  settings: Pick<Settings, 'chain'>,
  { fanId, most }: { fanId: number; most: number },
) {
  const { rows } = await sql<FaucetGrantRow>`
    select g.amount, g.granted_at, g.wei, w.wallet, t.state,
           coalesce(t.hash, (select s.hash from signed_transaction s where s.transaction_id = t.id and s.nonce = t.nonce
                              order by s.max_fee desc limit 1)) as hash
      from test_coin_grant g
      left join chain_transaction t on t.id = g.transaction_id
      left join test_coin_wallet w on w.fan_id = g.fan_id and w.turn = g.turn
     where g.fan_id = ${fanId} order by g.turn desc limit ${most}`.execute(db);
  return rows.map((row) => ({
    amount: row.amount,
    sent: sentOf(row, settings),
    grantedAt: row.granted_at.toISOString(),
  }));
}

const stateOf: Partial<Record<string, SentTestCoins['state']>> = { confirmed: 'arrived', impossible: 'failed' };

function sentOf(
  { wei, wallet, state, hash }: FaucetGrantRow,
  { chain }: Pick<Settings, 'chain'>,
): SentTestCoins | null {
  if (wei === null) return null;
  return {
    amount: coinsOf(BigInt(wei)),
    wallet,
    state: stateOf[state ?? ''] ?? 'onItsWay',
    transaction: hash === null ? null : { hash, url: `${chain.explorerUrl}/tx/${hash}` },
  };
}

/**
 * Grants explain coins in the ledger and on the chain, and stay; where they went is erased. Networks and wallets are hashes and
 * are deleted within two days.
 */
export function faucetPersonalData(settings: Pick<Settings, 'chain'>): PersonalData {
  return {
    erased: ['test_coin_wallet'],
    kept: {
      test_coin_grant: 'Says why test coins are in the ledger or were sent; the fan stands in it by number alone.',
      test_coin_address: 'A wallet that got coins on a day, as a keyed hash, which is deleted within two days.',
    },
    erase: (tx, { id }) => deleteWalletsOf(tx, id),
    async copy(db, { fan, mostRows }) {
      const { rows: counts } = await sql<{ total: number }>`
        select count(*) as total from test_coin_grant where fan_id = ${fan.id}`.execute(db);
      const rows = await listNewest(db, settings, { fanId: fan.id, most: mostRows });
      return { testCoins: { total: counts[0]?.total ?? 0, rows } };
    },
  };
}
