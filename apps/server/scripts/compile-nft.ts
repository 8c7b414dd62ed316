/** `npm run nft:compile`: writes the artefact of the NFT contract. */
import { writeFileSync } from 'node:fs';
import { compileNft, nftArtefact } from './nft-contract.ts';

writeFileSync(nftArtefact, `${JSON.stringify(compileNft(), undefined, 2)}\n`);
