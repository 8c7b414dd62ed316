import { moveToEmail, ownCredentials } from '#/modules/accounts/index.ts';
import type { ServerKeys } from '#/server-keys.ts';
import type { SignatureServices } from './check-signature.ts';
import { proveWallet, spendWalletProof } from './prove-wallet.ts';

type EmailBinding = {
  readonly fanId: number;
  readonly email: string;
  readonly code: string;
  readonly message: string;
  readonly signature: string;
  /** As the client names the device that it runs on. */
  readonly deviceId: string | undefined;
  readonly now: Date;
};

/**
 * Gives a wallet account an address, or another one, with a signature of the wallet and the code that was sent there.
 * Throws Refusal CODE_INVALID, CODE_EXHAUSTED, EMAIL_TAKEN, NOT_A_WALLET_ACCOUNT, WALLET_CHALLENGE_INVALID,
 * WALLET_SIGNATURE_INVALID or CHAIN_UNAVAILABLE.
 */
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
