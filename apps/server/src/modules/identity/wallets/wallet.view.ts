import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { WalletAddress } from './challenge.rules.ts';

/** The address of a fan's wallet; nothing for a fan with an email account. */
export async function walletOf(db: Kysely<DB>, fanId: number): Promise<WalletAddress | undefined> {
  const fan = await db
    .selectFrom('fan')
    .select('wallet_address')
    .where('id', '=', fanId)
    .where('kind', '=', 'web3')
    .executeTakeFirst();
  // A constraint of the table keeps the address in this form.
  return (fan?.wallet_address ?? undefined) as WalletAddress | undefined;
}

/** By what a wallet has signed in: by the signature of its own key, or as a contract that the chain's node spoke for. */
export type WalletProvedBy = 'key' | 'contract';

/** By what a wallet has signed in; nothing of one that nobody has, or that has not since this is kept. */
export async function walletProvedBy(db: Kysely<DB>, address: WalletAddress): Promise<WalletProvedBy | undefined> {
  const fan = await db
    .selectFrom('fan')
    .select('wallet_proved_by')
    .where('wallet_address', '=', address)
    .executeTakeFirst();
  // A constraint of the table keeps the word one of the two.
  return (fan?.wallet_proved_by ?? undefined) as WalletProvedBy | undefined;
}

/** Keeps by what a fan's wallet has signed in. What has been a key is one for ever. */
export async function keepWalletProof(tx: Transaction<DB>, fanId: number, provedBy: WalletProvedBy): Promise<void> {
  await tx
    .updateTable('fan')
    .set({ wallet_proved_by: provedBy })
    .where('id', '=', fanId)
    // A fan who is erased at the same time has no wallet any more.
    .where('wallet_address', 'is not', null)
    .where('wallet_proved_by', 'is distinct from', 'key')
    .where('wallet_proved_by', 'is distinct from', provedBy)
    .execute();
}

/** The fan whose wallet it is, if it has signed in before. */
export async function fanIdByWallet(db: Kysely<DB>, address: WalletAddress): Promise<number | undefined> {
  const fan = await db.selectFrom('fan').select('id').where('wallet_address', '=', address).executeTakeFirst();
  return fan?.id;
}
