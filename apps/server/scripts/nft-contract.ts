import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createWalletClient, type Hex, http, publicActions, type Abi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import solc from 'solc';

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

export type CompiledContract = { readonly abi: Abi; readonly bytecode: Hex };

type Output = {
  readonly errors?: readonly { readonly formattedMessage: string; readonly severity: string }[];
  readonly contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
};

/** Without the hash of the metadata, which would change the bytecode with every comment. */
const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

/** Compiles a file of Solidity. Returns its contracts by name; the same source gives the same bytes. */
export function compileContract(file: URL): Readonly<Record<string, CompiledContract>> {
  const name = fileURLToPath(file).split('/').at(-1) ?? '';
  const input = { language: 'Solidity', sources: { [name]: { content: readFileSync(file, 'utf8') } }, settings };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport })) as Output;
  const fatal = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (fatal.length > 0) throw new Error(fatal.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return Object.fromEntries(
    Object.entries(output.contracts?.[name] ?? {}).map(([contract, { abi, evm }]) => [
      contract,
      { abi, bytecode: `0x${evm.bytecode.object}` },
    ]),
  );
}

const library = '@openzeppelin/contracts/';
const libraryFolder = new URL('.', import.meta.resolve('@openzeppelin/contracts/package.json'));

function readImport(path: string) {
  if (!path.startsWith(library)) return { error: `${path} is not of ${library}` };
  return { contents: readFileSync(new URL(path.slice(library.length), libraryFolder), 'utf8') };
}
