import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { nextGrantAt, testChainId, testCoins } from './faucet.rules.ts';

type Grant = { readonly turn: number; readonly grantedAt: Date };

export async function lastGrant(db: Kysely<DB>, fanId: number): Promise<Grant | undefined> {
  return db
    .selectFrom('test_coin_grant')
    .select(['turn', 'granted_at as grantedAt'])
    .where('fan_id', '=', fanId)
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Inserts the next grant. Returns false when it exists; an uncommitted rival blocks until it commits. */
export async function insertGrant(
  tx: Transaction<DB>,
  grant: { fanId: number; amount: number; key: string; grantedAt: Date; last: Grant | undefined },
): Promise<boolean> {
  const { last } = grant;
  const row = await tx
    .insertInto('test_coin_grant')
    .values({
      fan_id: grant.fanId,
      turn: (last?.turn ?? 0) + 1,
      amount: grant.amount,
      key: grant.key,
      granted_at: grant.grantedAt,
      previous_turn: last?.turn ?? null,
      previous_at: last?.grantedAt ?? null,
    })
    .onConflict((conflict) => conflict.columns(['fan_id', 'turn']).doNothing())
    .returning('turn')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a grant to a network on a day; false at the daily limit. */
export async function countGrant(
  tx: Transaction<DB>,
  { networkHash, day, most }: { networkHash: Buffer; day: string; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into test_coin_network as n (network_hash, day, grants, most_grants)
    values (${networkHash}, ${day}::date, 1, ${most})
    on conflict (network_hash, day) do update set grants = n.grants + 1, most_grants = ${most} where n.grants < ${most}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes the network hashes of earlier days. */
export async function deleteNetworksBefore(db: Kysely<DB>, day: string): Promise<void> {
  await db.deleteFrom('test_coin_network').where('day', '<', day).execute();
}

type Faucet = DataOf<Contract['POST /wallet/api/v1/userExpand/getTestCoinFaucet']>;

/** Returns the faucet's amount and when the fan may take coins again. */
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

/** Returns a fan's newest grants and their total number. */
async function listNewestGrants(db: Kysely<DB>, fanId: number, most: number) {
  const grants = db.selectFrom('test_coin_grant').where('fan_id', '=', fanId);
  const { total } = await grants.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await grants.select(['amount', 'granted_at as grantedAt']).orderBy('turn', 'desc').limit(most).execute();
  return { total, rows: rows.map((row) => ({ ...row, grantedAt: row.grantedAt.toISOString() })) };
}

/** Grants explain coins in the ledger and stay. Networks are hashes and are deleted within two days. */
export const faucetPersonalData: PersonalData = {
  erased: [],
  kept: { test_coin_grant: 'Says why test coins are in the ledger; the fan stands in it by number alone.' },
  async copy(db, { fan, mostRows }) {
    return { testCoins: await listNewestGrants(db, fan.id, mostRows) };
  },
};
