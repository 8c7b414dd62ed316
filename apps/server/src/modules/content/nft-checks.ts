import type { PackDraft } from './pack.ts';
import type { Problem } from './problem.ts';

/** What the schema of one NFT cannot see: an order names its goods by their id alone, and no more is kept than there is. */
export function nftChecks({ nfts, votePacks }: Pick<PackDraft, 'nfts' | 'votePacks'>): Problem[] {
  return nfts.entries.flatMap(({ value: { id, reserved, size }, problem }) => [
    ...(votePacks.ids?.has(id) ? [problem(['id'], `is "${id}", which is a vote pack; expected an id of its own`)] : []),
    ...(reserved > size ? [problem(['reserved'], `is ${reserved}; expected at most the size, ${size}`)] : []),
  ]);
}
