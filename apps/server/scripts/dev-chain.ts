/**
 * `npm run dev:chain`: a chain of our own whose state is kept below DATA_DIR, with the contract deployed. A development
 * server that starts with the same DATA_DIR while it runs mints on it.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTestClient, getContractAddress, type Hex, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { knownKeys } from '#/config/chain-settings.ts';
import { deployNft } from './nft-contract.ts';
import { startAnvil } from './start-anvil.ts';

const root = resolve(import.meta.dirname, '../../..');
const environmentFile = join(root, '.env');
if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
// An empty value counts as missing, as in the server's settings.
const { DATA_DIR, CHAIN_PORT, PORT, PUBLIC_URL } = process.env;

const folder = resolve(root, DATA_DIR || './data', 'chain');
const settingsFile = join(folder, 'settings.env');
await mkdir(folder, { recursive: true });

const { child, url: listening } = startAnvil([
  '--chain-id=97',
  `--port=${CHAIN_PORT || '8545'}`,
  `--state=${join(folder, 'state.json')}`,
  '--state-interval=5',
]);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'));
child.on('exit', (code) => {
  void rm(settingsFile, { force: true }).then(() => process.exit(code ?? 0));
});
const url = await listening;

// Anvil gives coins to its known keys.
const [deployer, minterKey, faucetKey] = [...knownKeys] as Hex[];
if (!deployer || !minterKey || !faucetKey) throw new Error('Anvil has ten keys');
const contract = getContractAddress({ from: privateKeyToAccount(deployer).address, nonce: 0n });
const publicUrl = PUBLIC_URL || `http://localhost:${PORT || '3000'}`;
const [minter, faucet] = [privateKeyToAccount(minterKey).address, privateKeyToAccount(faucetKey).address];
const client = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions);
const isNew = !(await client.getCode({ address: contract }));
if (isNew) {
  await deployNft({ url, key: deployer, minter, publicUrl });
  // A database may be older than this chain: the keys begin at nonces above all that they had on a former one.
  const nonce = Math.floor(Date.now() / 1000);
  for (const address of [minter, faucet]) await client.setNonce({ address, nonce });
}

// Every transaction gets a block of its own at once, on which no others follow.
const settings = {
  CHAIN_RPC_URL: url,
  CHAIN_CONFIRMATIONS: '1',
  // No public explorer knows this chain; the development server shows its transactions.
  CHAIN_EXPLORER_URL: `${publicUrl}/dev/chain`,
  NFT_CONTRACT: contract,
  MINTER_KEY: minterKey,
  FAUCET_KEY: faucetKey,
};
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
await writeFile(settingsFile, lines.join(''), { mode: 0o600 });
process.stdout.write(`\n  A chain with id 97 runs at ${url}, with the NFT contract at ${contract}.\n`);
if (isNew) {
  process.stdout.write(
    `  The chain is new: what an older database minted is not on it. To begin anew with both, delete\n`,
  );
  process.stdout.write(`  DATA_DIR as a whole.\n`);
}
process.stdout.write(`  Start the server now, by npm start with the same DATA_DIR. Ctrl-C stops the chain.\n\n`);
