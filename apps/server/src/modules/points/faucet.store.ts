import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

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

/** Coins of the chain that a grant sends. */
type CoinTransfer = {
  readonly wei: bigint;
  readonly wallet: string;
  readonly transactionId: number;
  /** The local date of the platform. */
  readonly day: string;
};

type NewGrant = {
  readonly fanId: number;
  /** The coins to be credited; 0 if coins are sent. */
  readonly amount: number;
  readonly sending: CoinTransfer | undefined;
  readonly key: string;
  readonly grantedAt: Date;
  readonly last: Grant | undefined;
};

/** Inserts the next grant. Returns false when it exists; an uncommitted rival blocks until it commits. */
export async function insertGrant(
  tx: Transaction<DB>,
  { fanId, amount, sending, key, grantedAt, last }: NewGrant,
): Promise<boolean> {
  const turn = (last?.turn ?? 0) + 1;
  const row = await tx
    .insertInto('test_coin_grant')
    .values({
      fan_id: fanId,
      turn,
      amount,
      key,
      granted_at: grantedAt,
      previous_turn: last?.turn ?? null,
      previous_at: last?.grantedAt ?? null,
      ...(sending && {
        wei: String(sending.wei),
        transaction_id: sending.transactionId,
        sent_on: sending.day,
      }),
    })
    .onConflict((conflict) => conflict.columns(['fan_id', 'turn']).doNothing())
    .returning('turn')
    .executeTakeFirst();
  if (row && sending) {
    await tx.insertInto('test_coin_wallet').values({ fan_id: fanId, turn, wallet: sending.wallet }).execute();
  }
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

/** Counts a wallet on a UTC day; false if it got coins on that day. */
export async function countAddress(
  tx: Transaction<DB>,
  { addressHash, day }: { addressHash: Buffer; day: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('test_coin_address')
    .values({ address_hash: addressHash, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to the amount sent to all fans on a day; false if that would exceed the limit. */
export async function countSent(
  tx: Transaction<DB>,
  { day, wei, most }: { day: string; wei: bigint; most: bigint },
): Promise<boolean> {
  const { rows } = await sql`
    insert into test_coin_day as d (day, wei, most_wei) values (${day}::date, ${String(wei)}, ${String(most)})
    on conflict (day) do update set wei = d.wei + ${String(wei)}::numeric, most_wei = ${String(most)}::numeric
      where d.wei + ${String(wei)}::numeric <= ${String(most)}::numeric
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes where a fan's coins were sent. */
export async function deleteWalletsOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.deleteFrom('test_coin_wallet').where('fan_id', '=', fanId).execute();
}

/** Deletes the hashes of networks and wallets from earlier days. */
export async function deleteTestCoinHashesBefore(db: Kysely<DB>, day: string): Promise<void> {
  await db.deleteFrom('test_coin_network').where('day', '<', day).execute();
  await db.deleteFrom('test_coin_address').where('day', '<', day).execute();
}
