import type { Transaction } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { moveToEmail } from '#/modules/identity/change-email.ts';
import { ownCredentials } from '#/modules/identity/fan.store.ts';
import { walletOf } from './wallet.view.ts';
import type { ConfirmedPurpose } from './challenge.rules.ts';
import { type Challenge, deleteChallenge } from './wallets.store.ts';
import { checkSignature, type SignatureServices } from './check-signature.ts';

/** A verified signature that is not consumed yet. */
export type WalletProof = { readonly challenge: Challenge };

type Confirmation = {
  readonly fanId: number;
  readonly purpose: ConfirmedPurpose;
  readonly message: string;
  readonly signature: string;
  readonly now: Date;
};

/** Verifies a fan's wallet signature for a purpose; `spendWalletProof` still consumes it. */
export async function proveWallet(services: SignatureServices, confirmation: Confirmation): Promise<WalletProof> {
  const { fanId } = confirmation;
  const address = await walletOf(services.db, fanId);
  if (!address) throw new Refusal('NOT_A_WALLET_ACCOUNT');
  const { challenge } = await checkSignature(services, confirmation);
  if (challenge.address !== address) throw new Refusal('WALLET_CHALLENGE_INVALID');
  return { challenge };
}

/** Consumes a proof in the protected transaction. Throws Refusal WALLET_CHALLENGE_INVALID when it is used. */
export async function spendWalletProof(tx: Transaction<DB>, { challenge }: WalletProof): Promise<void> {
  if (!(await deleteChallenge(tx, challenge))) throw new Refusal('WALLET_CHALLENGE_INVALID');
}

type EmailBinding = {
  readonly fanId: number;
  readonly email: string;
  readonly code: string;
  readonly message: string;
  readonly signature: string;
  /** The device id that the client sends. */
  readonly deviceId: string | undefined;
  readonly now: Date;
};

/** Sets a wallet account's email by a signature of the wallet and a code mailed to the address. */
export async function bindEmail(
  services: SignatureServices & { readonly keys: ServerKeys },
  { fanId, email, code, message, signature, deviceId, now }: EmailBinding,
) {
  const { email: formerEmail } = await ownCredentials(services.db, fanId);
  return moveToEmail(services, { fanId, email, code, formerEmail, deviceId, now }, async () => {
    const proof = await proveWallet(services, { fanId, purpose: 'bindEmail', message, signature, now });
    return (tx) => spendWalletProof(tx, proof);
  });
}
