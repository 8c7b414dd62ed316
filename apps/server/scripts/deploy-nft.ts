/** `npm run nft:deploy`: deploys the contract by CHAIN_RPC_URL, MINTER_KEY and PUBLIC_URL, and prints NFT_CONTRACT. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BaseError } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { knownKeys } from '#/config/chain-settings.ts';
import { variables } from '#/config/variables.ts';
import { deployNft } from './nft-contract.ts';

const environmentFile = resolve(import.meta.dirname, '../../../.env');
if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);

try {
  process.stdout.write(`NFT_CONTRACT=${await deploy()}\n`);
} catch (error) {
  // Longer messages contain the address of the node, which may contain a key.
  const message = error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : 'Failed';
  process.stderr.write(`The contract was not deployed. ${message}\n`);
  process.exitCode = 1;
}

async function deploy(): Promise<string> {
  const { CHAIN_RPC_URL, MINTER_KEY, PUBLIC_URL } = process.env;
  const url = variables.CHAIN_RPC_URL.schema.parse(CHAIN_RPC_URL || undefined);
  const key = variables.MINTER_KEY.schema.parse(MINTER_KEY || undefined);
  const publicUrl = variables.PUBLIC_URL.schema.parse(PUBLIC_URL || undefined);
  if (!url || !key || !publicUrl) throw new Error('Set CHAIN_RPC_URL, MINTER_KEY and PUBLIC_URL first.');
  const isOfThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
  if (knownKeys.has(key) && !isOfThisMachine) {
    throw new Error('MINTER_KEY is a key of anvil, which everybody knows: set a key of your own.');
  }
  return deployNft({ url, key, minter: privateKeyToAccount(key).address, publicUrl });
}
