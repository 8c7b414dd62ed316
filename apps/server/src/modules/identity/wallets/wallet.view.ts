import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { WalletAddress } from './challenge.rules.ts';

/** Returns a fan's wallet address; undefined for an email account. */
export async function walletOf(db: Kysely<DB>, fanId: number): Promise<WalletAddress | undefined> {
  const fan = await db
    .selectFrom('fan')
    .select('wallet_address')
    .where('id', '=', fanId)
    .where('kind', '=', 'web3')
    .executeTakeFirst();
  // A table constraint ensures this form.
  return (fan?.wallet_address ?? undefined) as WalletAddress | undefined;
}

/** Returns where a fan's pieces go: the wallet of a wallet account, or the linked one of an email account. */
export async function receivingWallet(
  db: Kysely<DB>,
  fanId: number,
): Promise<{ readonly address: WalletAddress; readonly signsIn: boolean } | undefined> {
  const own = await walletOf(db, fanId);
  if (own) return { address: own, signsIn: true };
  const linked = await db.selectFrom('linked_wallet').select('address').where('fan_id', '=', fanId).executeTakeFirst();
  // A table constraint ensures this form.
  return linked && { address: linked.address as WalletAddress, signsIn: false };
}

/** What proved a wallet: its own key, or the chain's node for a contract. */
export type WalletProvedBy = 'key' | 'contract';

/** Returns what proved a wallet; undefined for an unknown wallet or one without a recorded proof. */
export async function walletProvedBy(db: Kysely<DB>, address: WalletAddress): Promise<WalletProvedBy | undefined> {
  const fan = await db
    .selectFrom('fan')
    .select('wallet_proved_by')
    .where('wallet_address', '=', address)
    .executeTakeFirst();
  // A table constraint ensures one of the two values.
  return (fan?.wallet_proved_by ?? undefined) as WalletProvedBy | undefined;
}

/** Finds the fan of a wallet that signed in before. */
export async function fanIdByWallet(db: Kysely<DB>, address: WalletAddress): Promise<number | undefined> {
  const fan = await db.selectFrom('fan').select('id').where('wallet_address', '=', address).executeTakeFirst();
  return fan?.id;
}
