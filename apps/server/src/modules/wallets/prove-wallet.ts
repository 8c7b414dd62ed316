import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ConfirmedPurpose } from './challenge.rules.ts';
import { type Challenge, deleteChallenge } from './challenge.store.ts';
import { checkSignature, type SignatureServices } from './check-signature.ts';
import { walletOf } from './wallet.view.ts';

/** A signature that was found right, and has not been used yet. */
export type WalletProof = { readonly challenge: Challenge };

type Confirmation = {
  readonly fanId: number;
  readonly purpose: ConfirmedPurpose;
  readonly message: string;
  readonly signature: string;
  readonly now: Date;
};

/**
 * Checks that a fan's wallet has signed what it was asked to sign for this purpose; `spendWalletProof` still has to use
 * it up. Throws Refusal NOT_A_WALLET_ACCOUNT, WALLET_CHALLENGE_INVALID, WALLET_SIGNATURE_INVALID or CHAIN_UNAVAILABLE.
 */
export async function proveWallet(services: SignatureServices, confirmation: Confirmation): Promise<WalletProof> {
  const { fanId } = confirmation;
  const address = await walletOf(services.db, fanId);
  if (!address) throw new Refusal('NOT_A_WALLET_ACCOUNT');
  const { challenge } = await checkSignature(services, confirmation);
  if (challenge.address !== address) throw new Refusal('WALLET_CHALLENGE_INVALID');
  return { challenge };
}

/**
 * Uses a proof up, in the transaction of what it allows. Throws Refusal WALLET_CHALLENGE_INVALID when that was done
 * before.
 */
export async function spendWalletProof(tx: Transaction<DB>, { challenge }: WalletProof): Promise<void> {
  if (!(await deleteChallenge(tx, challenge))) throw new Refusal('WALLET_CHALLENGE_INVALID');
}
