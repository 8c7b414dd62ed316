import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { checkSignature, type SignatureServices } from './check-signature.ts';
import { spendWalletProof } from './prove-wallet.ts';
import { walletOf } from './wallet.view.ts';

/** Throws Refusal NOT_AN_EMAIL_ACCOUNT: pieces of a wallet account go to the wallet that signs in. */
export async function assertEmailAccount(db: Kysely<DB>, fanId: number): Promise<void> {
  if (await walletOf(db, fanId)) throw new Refusal('NOT_AN_EMAIL_ACCOUNT');
}

type Link = {
  readonly fanId: number;
  readonly message: string;
  readonly signature: string;
  readonly now: Date;
};

/**
 * Links the wallet that signed to an email account, instead of the one linked before. The signature shows that its owner can
 * reach what moves there.
 */
export async function linkWallet(services: SignatureServices, { fanId, message, signature, now }: Link) {
  const { challenge } = await checkSignature(services, { message, signature, purpose: 'linkWallet', fanId, now });
  const { address } = challenge;
  await transactionWithRetry(services.db, async (tx) => {
    await spendWalletProof(tx, { challenge });
    await tx
      .insertInto('linked_wallet')
      .values({ fan_id: fanId, address, linked_at: now })
      .onConflict((conflict) => conflict.column('fan_id').doUpdateSet({ address, linked_at: now }))
      .execute();
  });
  return { wallet: address };
}

/** Pieces on their way still arrive at the former wallet. */
export async function unlinkWallet(db: Kysely<DB>, fanId: number) {
  await db.deleteFrom('linked_wallet').where('fan_id', '=', fanId).execute();
  return { wallet: null };
}
