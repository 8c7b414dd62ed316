import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Entry } from './pack.ts';
import type { Problem } from './problem.ts';
import type { Nft, VotePack } from './schema/mall.ts';

/**
 * What a pack would change although fans have bought otherwise: the size and the picture of an edition of which a piece
 * is taken. Nor may it name an NFT as a vote pack of earlier content, or the other way round, as orders of that are still
 * told.
 */
export async function nftProblems(
  tx: Transaction<DB>,
  { nfts, votePacks }: { nfts: readonly Entry<Nft>[]; votePacks: readonly Entry<VotePack>[] },
): Promise<Problem[]> {
  const bought = await readBought(tx);
  const packIds = await readIds(tx, 'vote_pack');
  const editionIds = await readIds(tx, 'nft_edition');
  const packsNamedAsNfts = votePacks.flatMap(({ value: { id }, problem }) =>
    editionIds.has(id) ? [problem(['id'], `is "${id}", which was an NFT; expected an id of its own`)] : [],
  );
  const ofNfts = nfts.flatMap(({ value: nft, problem }) => {
    const problems: Problem[] = [];
    const was = bought.get(nft.id);
    if (packIds.has(nft.id)) {
      problems.push(problem(['id'], `is "${nft.id}", which was a vote pack; expected an id of its own`));
    }
    if (was && was.pictureSeed !== nft.pictureSeed) {
      const message = `is "${nft.pictureSeed}", but fans have bought "${was.pictureSeed}"; expected what they bought`;
      problems.push(problem(['pictureSeed'], message));
    }
    if (was && was.size !== nft.size) {
      problems.push(
        problem(['size'], `is ${nft.size}, but fans have bought pieces of ${was.size}; expected ${was.size}`),
      );
    }
    return problems;
  });
  return [...packsNamedAsNfts, ...ofNfts];
}

async function readIds(tx: Transaction<DB>, table: 'nft_edition' | 'vote_pack'): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom(table).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** The editions of which a piece is taken. */
async function readBought(tx: Transaction<DB>) {
  const { rows } = await sql<{ id: string; size: number; pictureSeed: string }>`
    select e.id, e.size, e.picture_seed as "pictureSeed" from nft_edition e
     where exists (select from nft_piece p where p.edition_id = e.id and p.order_id is not null)`.execute(tx);
  return new Map(rows.map(({ id, size, pictureSeed }) => [id, { size, pictureSeed }]));
}
