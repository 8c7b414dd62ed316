import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { createTestClient, type Hex, http, publicActions, walletActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { CompiledContract } from '../../../scripts/compile-contract.ts';

const anvil = createRequire(import.meta.resolve('@foundry-rs/anvil/package.json'));
/** The program itself: the script of the package would start it as a child that outlives it. */
const program = anvil.resolve(
  `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/anvil`,
);

/** The first account that every such chain is given money for. Everybody knows its key. */
const richKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export type LocalChain = Awaited<ReturnType<typeof startLocalChain>>;

/** A chain of our own, on a port of the system's choice. */
export async function startLocalChain({ chainId = 97 }: { readonly chainId?: number } = {}) {
  const child = spawn(program, ['--chain-id', String(chainId), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(child.stdout);
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

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /Listening on (\S+)/.exec(line)?.[1];
    if (!address) continue;
    // What it says from now on is thrown away, or it would wait for a reader.
    output.resume();
    return `http://${address}`;
  }
  throw new Error('The chain ended before it listened');
}
