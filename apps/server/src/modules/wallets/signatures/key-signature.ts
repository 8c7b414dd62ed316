import type { Hex } from 'viem';
import { recoverMessageAddress } from 'viem/utils';
import type { WalletAddress } from '../challenge.rules.ts';

/** A message, and what is claimed to be its signature by the wallet at an address. */
export type SignedMessage = { readonly address: WalletAddress; readonly message: string; readonly signature: Hex };

/** Two numbers of 32 bytes, and the one that tells which of two keys it was. */
const keySignatureLength = '0x'.length + 65 * 2;

/** Whether the key behind the address signed the message by `personal_sign` (EIP-191). */
export async function isKeySignature({ address, message, signature }: SignedMessage): Promise<boolean> {
  if (signature.length !== keySignatureLength) return false;
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined);
  return signer?.toLowerCase() === address;
}
