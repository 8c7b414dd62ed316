import { readFileSync } from 'node:fs';
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
