import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import solc from 'solc';
import type { Abi, Hex } from 'viem';

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
