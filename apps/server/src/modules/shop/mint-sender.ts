import type { Transaction } from 'kysely';
import type { Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import type { DB } from '#/db/schema.ts';
import { type ChainNode, isRevert, type Sender } from '#/modules/chain/index.ts';
import type { Services } from '#/services.ts';
import { findMint, markMinted } from './mints.store.ts';
import { findState } from './orders.store.ts';
import { enqueueSettling } from './settle-order.ts';

const abi = parseAbi([
  'function owner() view returns (address)',
  'function ownerOf(uint256 tokenId) view returns (address)',
]);

/** About twice what a mint takes. */
const mostGas = 200_000n;

/** Mints pieces by the key of the contract's owner; undefined without a contract. */
export function mintSender({ db, settings }: Pick<Services, 'db' | 'settings'>): Sender | undefined {
  const { minting } = settings;
  if (!minting) return undefined;
  const { contract, minterKey: key } = minting;
  return {
    purpose: 'mint',
    key,
    mostGas,
    isRepeatable: true,
    async refusal(node, address) {
      // A call of an address without code succeeds, so that a mint would seem to be done.
      if ((await node.code(contract)) === '0x') return `There is no contract at ${contract}.`;
      const owner = await ask(node, contract, { functionName: 'owner' });
      return owner === address ? undefined : `The contract ${contract} belongs to ${owner}, not to ${address}.`;
    },
    confirmed,
    async judge(node, transactionId) {
      const mint = await findMint(db, transactionId);
      if (!mint) throw new Error(`The transaction ${transactionId} mints nothing`);
      const args = [BigInt(mint.tokenId)] as const;
      const owner = await ask(node, contract, { functionName: 'ownerOf', args }).catch((error: unknown) => {
        if (isRevert(error)) return undefined;
        throw error;
      });
      if (owner === mint.wallet) return 'done';
      const why = owner ? `belongs to ${owner}` : 'cannot be minted';
      return { impossible: `Token ${mint.tokenId} ${why}.` };
    },
  };
}

type Question =
  | { readonly functionName: 'owner' }
  | { readonly functionName: 'ownerOf'; readonly args: readonly [bigint] };

async function ask(node: ChainNode, contract: Hex, question: Question): Promise<string> {
  const data = await node.call({ to: contract, data: encodeFunctionData({ abi, ...question }) });
  return decodeFunctionResult({ abi, functionName: question.functionName, data }).toLowerCase();
}

/** Notes that a piece is in its wallet, and lets its order be settled. */
async function confirmed(tx: Transaction<DB>, transactionId: number, at: Date): Promise<void> {
  const { orderId } = await markMinted(tx, transactionId, at);
  if ((await findState(tx, orderId)) === 'processing') await enqueueSettling(tx, orderId);
}
