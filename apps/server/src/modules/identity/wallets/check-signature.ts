import type { Hex } from 'viem';
import { recoverMessageAddress, encodeDeployData, hashMessage } from 'viem/utils';
import { chainId } from '#/config/providers.ts';
import { Refusal } from '#/errors.ts';
import type { Log } from '#/log.ts';
import { createJsonRpc, type JsonRpc, RpcError } from '#/lib/json-rpc.ts';
import { type WalletProvedBy, walletProvedBy } from './wallet.view.ts';
import type { Services } from '#/services.ts';
import type { WalletAddress } from './challenge.rules.ts';
import { type Challenge, type ChallengeWanted, findChallenge } from './challenge.store.ts';

export type SignatureServices = Pick<Services, 'db' | 'settings' | 'log'>;

type Signed = ChallengeWanted & { readonly signature: string; readonly now: Date };

/** A challenge that was signed, and what the wallet has shown that it is. */
type SignedChallenge = { readonly challenge: Challenge; readonly provedBy: WalletProvedBy };

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

/** A message, and what is claimed to be its signature by the wallet at an address. */
type SignedMessage = { readonly address: WalletAddress; readonly message: string; readonly signature: Hex };

/** Two numbers of 32 bytes, and the one that tells which of two keys it was. */
const keySignatureLength = '0x'.length + 65 * 2;

/** Whether the key behind the address signed the message by `personal_sign` (EIP-191). */
async function isKeySignature({ address, message, signature }: SignedMessage): Promise<boolean> {
  if (signature.length !== keySignatureLength) return false;
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined);
  return signer?.toLowerCase() === address;
}

/**
 * The validator comes with the whole library only, which most servers never need. Loading it keeps a process from
 * everything else for a second on a busy machine, so a server that names a chain's node does so before it takes calls.
 */
export const loadValidator = () => import('viem');

/** What the validator below returns for a signature that is right: one byte. */
const yes = '0x01';

/**
 * Whether a contract at the address takes the signature for its own: by ERC-1271 or, where the contract is not on the
 * chain yet, by ERC-6492. The node runs the standard's own validator in a call that leaves nothing behind.
 * Throws Refusal CHAIN_UNAVAILABLE when the node does not answer, or is one of another chain.
 */
async function isContractSignature(
  { ask, log }: { readonly ask: JsonRpc; readonly log: Log },
  { address, message, signature }: SignedMessage,
): Promise<boolean> {
  const { universalSignatureValidatorAbi: abi, universalSignatureValidatorByteCode: bytecode } = await loadValidator();
  const data = encodeDeployData({ abi, bytecode, args: [address, hashMessage(message), signature] });
  try {
    const chain = Number(await ask('eth_chainId', []));
    // On another chain another wallet may stand at this address.
    if (chain !== chainId) throw unavailable(log, `The node is one of chain ${chain}, not of ${chainId}`);
    return (await ask('eth_call', [{ data }, 'latest'])) === yes;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (isVerdict(error)) return false;
    // Without its words, which may name the key of the address.
    throw unavailable(log, `The node answered with error ${error.code}`);
  }
}

function unavailable(log: Log, cause: string): Refusal {
  log.error({ cause }, 'the chain could not be asked');
  return new Refusal('CHAIN_UNAVAILABLE');
}

const executionReverted = 3;

/** Whether the node means that the call ran and failed, as it does on a signature that makes no sense. */
function isVerdict({ code, message }: RpcError): boolean {
  return (
    code === executionReverted ||
    /revert|invalid opcode|out of gas|stack (?:over|under)flow|invalid jump/i.test(message)
  );
}
