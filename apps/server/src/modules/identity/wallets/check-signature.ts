import type { Hex } from 'viem';
import { recoverMessageAddress, encodeDeployData, hashMessage } from 'viem/utils';
import { chainId } from '#/config/providers.ts';
import { Refusal } from '#/errors.ts';
import type { Log } from '#/log.ts';
import { createJsonRpc, type JsonRpc, RpcError } from '#/lib/json-rpc.ts';
import { type WalletProvedBy, walletProvedBy } from './wallet.view.ts';
import type { Services } from '#/services.ts';
import type { WalletAddress } from './challenge.rules.ts';
import { type Challenge, type ChallengeWanted, findChallenge } from './wallets.store.ts';

export type SignatureServices = Pick<Services, 'db' | 'settings' | 'log'>;

type Signed = ChallengeWanted & { readonly signature: string; readonly now: Date };

/** A signed challenge, and whether a key or a contract signed it. */
type SignedChallenge = { readonly challenge: Challenge; readonly provedBy: WalletProvedBy };

/**
 * Verifies a signed challenge; `deleteChallenge` still consumes it in the protected transaction. Only if no key signed
 * it and the wallet never signed by a key does the chain's node verify a contract signature: a node must not open other
 * accounts.
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

/** A message and its claimed signature by an address. */
type SignedMessage = { readonly address: WalletAddress; readonly message: string; readonly signature: Hex };

/** Two numbers of 32 bytes and the recovery byte. */
const keySignatureLength = '0x'.length + 65 * 2;

/** Whether the address's key signed the message by `personal_sign` (EIP-191). */
async function isKeySignature({ address, message, signature }: SignedMessage): Promise<boolean> {
  if (signature.length !== keySignatureLength) return false;
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined);
  return signer?.toLowerCase() === address;
}

/**
 * The validator needs the whole library, whose load blocks a process for up to a second. A server with a chain node
 * therefore loads it before it accepts calls.
 */
export const loadValidator = () => import('viem');

/** The validator's result for a valid signature: one byte. */
const yes = '0x01';

/**
 * Whether a contract accepts the signature, by ERC-1271 or, before deployment, ERC-6492. The node runs the standard's
 * validator in a read-only call. Throws Refusal CHAIN_UNAVAILABLE.
 */
async function isContractSignature(
  { ask, log }: { readonly ask: JsonRpc; readonly log: Log },
  { address, message, signature }: SignedMessage,
): Promise<boolean> {
  const { universalSignatureValidatorAbi: abi, universalSignatureValidatorByteCode: bytecode } = await loadValidator();
  const data = encodeDeployData({ abi, bytecode, args: [address, hashMessage(message), signature] });
  try {
    const chain = Number(await ask('eth_chainId', []));
    // Another chain may have another wallet at this address.
    if (chain !== chainId) throw unavailable(log, `The node is one of chain ${chain}, not of ${chainId}`);
    return (await ask('eth_call', [{ data }, 'latest'])) === yes;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (isVerdict(error)) return false;
    // Omits the message, which may contain the key in the node's URL.
    throw unavailable(log, `The node answered with error ${error.code}`);
  }
}

function unavailable(log: Log, cause: string): Refusal {
  log.error({ cause }, 'the chain could not be asked');
  return new Refusal('CHAIN_UNAVAILABLE');
}

const executionReverted = 3;

/** Whether the node reports a reverted call, as for a malformed signature. */
function isVerdict({ code, message }: RpcError): boolean {
  return (
    code === executionReverted ||
    /revert|invalid opcode|out of gas|stack (?:over|under)flow|invalid jump/i.test(message)
  );
}
