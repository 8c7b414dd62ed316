import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#/lib/clock.ts';
import { activityId } from './given-election.ts';
import { inBothLanguages } from './in-both-languages.ts';

type Stage = { readonly ownerPool: Pool; readonly clock: Pick<Clock, 'now'> };

export type NftOptions = {
  readonly title?: string;
  readonly size?: number;
  readonly reserved?: number;
  readonly price?: number;
  readonly perFanLimit?: number;
  readonly opensAt?: Date;
  readonly closesAt?: Date;
  readonly position?: number;
  readonly retired?: boolean;
};

const hourMs = 60 * 60 * 1000;

/** Puts an edition of an NFT in place as a content pack would; without bounds unless they are wished for. */
export async function givenNft({ ownerPool, clock }: Stage, options: NftOptions = {}): Promise<string> {
  const editionId = `nft-${randomBytes(6).toString('hex')}`;
  await ownerPool.query(
    `INSERT INTO nft_edition (id, title, description, picture_seed, size, reserved, price, per_fan_limit, opens_at,
                              closes_at, position, retired)
     VALUES ($1, $2, $3, 'moon', $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      editionId,
      inBothLanguages(options.title ?? 'A moon'),
      inBothLanguages('It shines'),
      options.size ?? 100,
      options.reserved ?? 0,
      options.price ?? 10,
      options.perFanLimit ?? null,
      options.opensAt ?? new Date(clock.now().getTime() - hourMs),
      options.closesAt ?? null,
      options.position ?? 1,
      options.retired ?? false,
    ],
  );
  return editionId;
}

export type VotePackOptions = {
  readonly votes?: number;
  readonly bonusVotes?: number;
  readonly price?: number;
  readonly retired?: boolean;
};

/** Puts a vote pack of the election in place as a content pack would. */
export async function givenVotePack(
  { ownerPool }: Pick<Stage, 'ownerPool'>,
  { votes = 50, bonusVotes = 5, price = 10, retired = false }: VotePackOptions = {},
): Promise<string> {
  const packId = `pack-${randomBytes(6).toString('hex')}`;
  await ownerPool.query(
    `INSERT INTO vote_pack (id, activity_id, title, votes, bonus_votes, price, position, retired)
     VALUES ($1, $2, $3, $4, $5, $6, 1, $7)`,
    [packId, activityId, inBothLanguages('A pack'), votes, bonusVotes, price, retired],
  );
  return packId;
}
