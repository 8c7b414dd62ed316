import { encodeDeployData, hashMessage } from 'viem/utils';
import { chainId } from '#/chain-id.ts';
import { Refusal } from '#/errors.ts';
import type { Log } from '#/log.ts';
import { type JsonRpc, RpcError } from './json-rpc.ts';
import type { SignedMessage } from './key-signature.ts';

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
export async function isContractSignature(
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
