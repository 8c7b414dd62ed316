import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { nextGrantAt, testChainId, testCoins } from './faucet.rules.ts';
import { lastGrant } from './faucet.store.ts';

type Faucet = DataOf<Contract['POST /wallet/api/v1/userExpand/getTestCoinFaucet']>;

/** What the faucet gives, and when a fan may take the next ones. */
export async function readFaucet(
  db: Kysely<DB>,
  { fanId, chainId, at }: { fanId: number; chainId: number; at: Date },
): Promise<Faucet> {
  const last = await lastGrant(db, fanId);
  const nextAt = last && nextGrantAt(last.grantedAt);
  return {
    isOpen: chainId === testChainId,
    amount: testCoins,
    nextAt: nextAt && nextAt > at ? nextAt.toISOString() : null,
  };
}

/** What a fan has taken, newest first, and how often in all. */
export async function listNewestGrants(db: Kysely<DB>, fanId: number, most: number) {
  const grants = db.selectFrom('test_coin_grant').where('fan_id', '=', fanId);
  const { total } = await grants.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await grants.select(['amount', 'granted_at as grantedAt']).orderBy('turn', 'desc').limit(most).execute();
  return { total, rows: rows.map((row) => ({ ...row, grantedAt: row.grantedAt.toISOString() })) };
}
