import type { Hex } from 'viem';
import { Refusal } from '#/errors.ts';
import type { Services } from '#/services.ts';
import { type Challenge, type ChallengeWanted, findChallenge } from './challenge.store.ts';
import { isContractSignature } from './signatures/contract-signature.ts';
import { createJsonRpc } from './signatures/json-rpc.ts';
import { isKeySignature } from './signatures/key-signature.ts';
import { type WalletProvedBy, walletProvedBy } from './wallet.view.ts';

export type SignatureServices = Pick<Services, 'db' | 'settings' | 'log'>;

type Signed = ChallengeWanted & { readonly signature: string; readonly now: Date };

/** A challenge that was signed, and what the wallet has shown that it is. */
export type SignedChallenge = { readonly challenge: Challenge; readonly provedBy: WalletProvedBy };

/**
 * The challenge that was signed. It still has to be used up, by `deleteChallenge` in the transaction of what it allows.
 *
 * A signature by a key is checked here, at once and without the chain. Only where that fails may the wallet be a
 * contract, which the chain is asked about, if the settings name a node; but never about a wallet that has signed in by
 * its key, because then the node could let anybody into any account.
 * Throws Refusal WALLET_CHALLENGE_INVALID, WALLET_SIGNATURE_INVALID or CHAIN_UNAVAILABLE.
 */
export async function checkSignature(
  { db, settings, log }: SignatureServices,
  { signature: sent, now, ...wanted }: Signed,
): Promise<SignedChallenge> {
  const challenge = await findChallenge(db, wanted, now);
  if (!challenge) throw new Refusal('WALLET_CHALLENGE_INVALID');
  // The contract has checked that it is hexadecimal.
  const signature = sent as Hex;
  const signed = { address: challenge.address, message: challenge.message, signature };
  if (await isKeySignature(signed)) return { challenge, provedBy: 'key' };
  const { chainRpcUrl } = settings;
  if (!chainRpcUrl || (await walletProvedBy(db, challenge.address)) === 'key')
    throw new Refusal('WALLET_SIGNATURE_INVALID');
  const ask = createJsonRpc({ url: chainRpcUrl, log });
  if (await isContractSignature({ ask, log }, signed)) return { challenge, provedBy: 'contract' };
  throw new Refusal('WALLET_SIGNATURE_INVALID');
}
