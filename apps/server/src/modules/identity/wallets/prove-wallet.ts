import type { Transaction } from 'kysely';
import type { Hex } from 'viem';
import { recoverMessageAddress, encodeDeployData, hashMessage } from 'viem/utils';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { moveToEmail } from '#/modules/identity/change-email.ts';
import { ownCredentials } from '#/modules/identity/fan.store.ts';
import { walletOf, type WalletProvedBy, walletProvedBy } from './wallet.view.ts';
import type { ConfirmedPurpose, WalletAddress } from './challenge.rules.ts';
import { type Challenge, deleteChallenge, type ChallengeWanted, findChallenge } from './wallets.store.ts';
import { chainId } from '#/config/providers.ts';
import type { Log } from '#/log.ts';
import { createJsonRpc, type JsonRpc, RpcError } from '#/lib/json-rpc.ts';
import type { Services } from '#/services.ts';

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

export type SignatureServices = Pick<Services, 'db' | 'settings' | 'log'>;

type WalletSignature = ChallengeWanted & { readonly signature: string; readonly now: Date };

/** A signed challenge, and whether a key or a contract signed it. */
type SignedChallenge = { readonly challenge: Challenge; readonly provedBy: WalletProvedBy };

/**
 * Verifies a signed challenge; `deleteChallenge` still consumes it in the protected transaction. Only if no key signed
 * it and the wallet never signed by a key does the chain's node verify a contract signature: a node must not open other
 * accounts.
 */
export async function checkSignature(
  { db, settings, log }: SignatureServices,
  { signature: sent, now, ...wanted }: WalletSignature,
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

/** Returns whether the address's key signed the message by `personal_sign` (EIP-191). */
async function isKeySignature({ address, message, signature }: SignedMessage): Promise<boolean> {
  if (signature.length !== keySignatureLength) return false;
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined);
  return signer?.toLowerCase() === address;
}

/**
 * Loads the validator with the whole library, which blocks a process for up to a second. A server with a chain node
 * therefore loads it before it accepts calls.
 */
export const loadValidator = () => import('viem');

/** The validator's result for a valid signature: one byte. */
const yes = '0x01';

/**
 * Returns whether a contract accepts the signature, by ERC-1271 or, before deployment, ERC-6492. The node runs the
 * standard's validator in a read-only call. Throws Refusal CHAIN_UNAVAILABLE.
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
    if (chain !== chainId) throw logUnavailable(log, `The node is one of chain ${chain}, not of ${chainId}`);
    return (await ask('eth_call', [{ data }, 'latest'])) === yes;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (isVerdict(error)) return false;
    // Omits the message, which may contain the key in the node's URL.
    throw logUnavailable(log, `The node answered with error ${error.code}`);
  }
}

function logUnavailable(log: Log, cause: string): Refusal {
  log.error({ cause }, 'the chain could not be asked');
  return new Refusal('CHAIN_UNAVAILABLE');
}

const executionReverted = 3;

/** Returns whether the node reports a reverted call, as for a malformed signature. */
function isVerdict({ code, message }: RpcError): boolean {
  return (
    code === executionReverted ||
    /revert|invalid opcode|out of gas|stack (?:over|under)flow|invalid jump/i.test(message)
  );
}
