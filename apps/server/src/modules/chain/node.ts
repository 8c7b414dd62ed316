import type { Hex } from 'viem';
import * as z from 'zod';
import { createJsonRpc, RpcError } from '#/lib/json-rpc.ts';
import type { Log } from '#/log.ts';

/** A node of the chain. Every method throws Refusal CHAIN_UNAVAILABLE while it is away, and `RpcError` for what it refuses. */
export type ChainNode = ReturnType<typeof createNode>;

export type Receipt = { readonly block: number; readonly succeeded: boolean };
export type Call = {
  readonly from?: Hex;
  readonly to: Hex;
  readonly data: Hex;
  readonly value?: bigint;
  readonly gas?: bigint;
};

/** What became of a broadcast. All but `taken` leave the transaction where it is. */
export type Broadcast = 'taken' | 'nonceUsed' | 'underpriced' | 'poolFull' | 'noFunds' | 'refused';

const quantity = z.string().regex(/^0x[0-9a-f]{1,64}$/i);
const number = quantity.transform(Number).pipe(z.int().nonnegative());
const wei = quantity.transform(BigInt);
const bytes = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .transform((text) => text.toLowerCase() as Hex);
const receipt = z.object({ blockNumber: number, status: z.enum(['0x0', '0x1']) }).nullable();

/** Nodes differ in their words; the first pattern that matches counts. */
const broadcasts: readonly (readonly [RegExp, Broadcast])[] = [
  [/already (?:known|imported)|known transaction/i, 'taken'],
  [/nonce too low/i, 'nonceUsed'],
  [/underpriced|fee too low|less than block base fee|below (?:minimum|base)/i, 'underpriced'],
  [/txpool is full|pool (?:is )?full|pool limit|too many (?:pending )?transactions/i, 'poolFull'],
  [/insufficient funds/i, 'noFunds'],
];

const hex = (value: number | bigint): Hex => `0x${value.toString(16)}`;

/** Creates the client of a node. Each request has its own limit of three seconds. */
export function createNode({ url, log }: { readonly url: string; readonly log: Log }) {
  const ask = (method: string, ...parameters: readonly unknown[]) => createJsonRpc({ url, log })(method, parameters);
  const askCall = ({ value = 0n, gas, ...call }: Call) => ({
    ...call,
    value: hex(value),
    ...(gas !== undefined && { gas: hex(gas) }),
  });
  return {
    chainId: async () => number.parse(await ask('eth_chainId')),
    blockNumber: async () => number.parse(await ask('eth_blockNumber')),
    gasPrice: async () => wei.parse(await ask('eth_gasPrice')),
    /** The number of an address's transactions up to a block. */
    nonceAt: async (address: string, block: number | 'latest') =>
      number.parse(await ask('eth_getTransactionCount', address, block === 'latest' ? block : hex(block))),
    receiptOf: async (hash: string): Promise<Receipt | undefined> => {
      const found = receipt.parse(await ask('eth_getTransactionReceipt', hash));
      return found ? { block: found.blockNumber, succeeded: found.status === '0x1' } : undefined;
    },
    /** Returns the balance in wei. */
    balanceOf: async (address: Hex) => wei.parse(await ask('eth_getBalance', address, 'latest')),
    code: async (address: Hex) => bytes.parse(await ask('eth_getCode', address, 'latest')),
    call: async (call: Call) => bytes.parse(await ask('eth_call', askCall(call), 'latest')),
    estimateGas: async (call: Call) => wei.parse(await ask('eth_estimateGas', askCall(call))),
    async broadcast(raw: string): Promise<Broadcast> {
      try {
        await ask('eth_sendRawTransaction', raw);
        return 'taken';
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        const { message } = error;
        return broadcasts.find(([pattern]) => pattern.test(message))?.[1] ?? 'refused';
      }
    },
  };
}

const executionReverted = 3;

/** What ends a call in the chain's machine, in the words of different nodes. A contract decides which of them it causes. */
const undone = [
  /revert|out of ?gas|exceeds allowance|stack ?(?:over|under)flow|stack limit/i,
  /invalid ?(?:fe ?)?opcode|opcode ?not ?found|invalid ?jump/i,
];

/**
 * Returns whether the node reports that the chain would undo a call within its gas, rather than a problem of the node.
 */
export function isRevert(error: unknown): boolean {
  if (!(error instanceof RpcError)) return false;
  return error.code === executionReverted || undone.some((pattern) => pattern.test(error.message));
}
