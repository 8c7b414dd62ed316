import { readFileSync } from 'node:fs';
import { createWalletClient, type Hex, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type CompiledContract, compileContract } from './compile-contract.ts';

const source = new URL('../../../contracts/LightstickNft.sol', import.meta.url);
/** The compiled contract as it is deployed. A test compares it with what the source compiles to. */
export const nftArtefact = new URL('../../../contracts/lightstick-nft.json', import.meta.url);

export function compileNft(): CompiledContract {
  const { LightstickNft: compiled } = compileContract(source);
  if (!compiled) throw new Error('The source has no contract LightstickNft');
  return compiled;
}

/** Reads the artefact, for which no compiler is needed. */
export function readNftContract(): CompiledContract {
  return JSON.parse(readFileSync(nftArtefact, 'utf8')) as CompiledContract;
}

type Deployment = {
  readonly url: string;
  /** Pays for the deployment. */
  readonly key: Hex;
  /** The contract's owner, who may mint. */
  readonly minter: Hex;
  readonly publicUrl: string;
};

/** Deploys the contract to a chain of id 97. Returns its address. */
export async function deployNft({ url, key, minter, publicUrl }: Deployment): Promise<Hex> {
  const client = createWalletClient({ account: privateKeyToAccount(key), transport: http(url) }).extend(publicActions);
  const chainId = await client.getChainId();
  if (chainId !== 97) throw new Error(`The node is one of chain ${chainId}, not of 97`);
  const { abi, bytecode } = readNftContract();
  const hash = await client.deployContract({ abi, bytecode, args: [`${publicUrl}/nft/`, minter], chain: null });
  const { contractAddress, status } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress || status !== 'success') throw new Error(`The deployment ${hash} was undone`);
  return contractAddress;
}
