import { once } from 'node:events';
import { createTestClient, type Hex, http, publicActions, walletActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { CompiledContract } from '../../scripts/nft-contract.ts';
import { richKey, startAnvil } from '../../scripts/start-anvil.ts';

export type LocalChain = Awaited<ReturnType<typeof startLocalChain>>;

type ChainOptions = {
  readonly chainId?: number;
  /** The port of a chain that is away and comes back; by default one of the system's choice. */
  readonly port?: number;
  /** More options of anvil. */
  readonly options?: readonly string[];
};

/** Starts a separate chain. */
export async function startLocalChain({ chainId = 97, port = 0, options = [] }: ChainOptions = {}) {
  const anvil = startAnvil(['--chain-id', String(chainId), '--port', String(port), ...options]);
  const { child } = anvil;
  const url = await anvil.url;
  const id = { id: chainId, name: 'local', nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 } };
  const chain = { ...id, rpcUrls: { default: { http: [url] } } };
  const client = createTestClient({ account: privateKeyToAccount(richKey), chain, mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions);

  return {
    url,
    client,
    /** Puts a contract on the chain. Returns its address. */
    async deploy({ abi, bytecode }: CompiledContract, args: readonly unknown[] = []): Promise<Hex> {
      const transaction = await client.deployContract({ abi, bytecode, args });
      const { contractAddress } = await client.waitForTransactionReceipt({ hash: transaction, pollingInterval: 20 });
      if (!contractAddress) throw new Error('The contract was not deployed');
      return contractAddress;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
