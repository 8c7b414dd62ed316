/** `npm run nft:deploy`: deploys the contract by CHAIN_RPC_URL, MINTER_KEY and PUBLIC_URL, and prints NFT_CONTRACT. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { variables } from '#/config/variables.ts';
import { deployNft } from './nft-contract.ts';

const environmentFile = resolve(import.meta.dirname, '../../../.env');
if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);

const { CHAIN_RPC_URL, MINTER_KEY, PUBLIC_URL } = process.env;
const url = variables.CHAIN_RPC_URL.schema.parse(CHAIN_RPC_URL || undefined);
const key = variables.MINTER_KEY.schema.parse(MINTER_KEY || undefined);
const publicUrl = variables.PUBLIC_URL.schema.parse(PUBLIC_URL || undefined);
if (!url || !key || !publicUrl) throw new Error('Set CHAIN_RPC_URL, MINTER_KEY and PUBLIC_URL first');
const contract = await deployNft({ url, key, minter: privateKeyToAccount(key).address, publicUrl });
process.stdout.write(`NFT_CONTRACT=${contract}\n`);
