import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#/lib/clock.ts';
import { activityId } from './given-election.ts';
import { inBothLanguages } from './in-both-languages.ts';

type Stage = { readonly ownerPool: Pool; readonly clock: Clock };

export type NftWishes = {
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
export async function givenNft({ ownerPool, clock }: Stage, wishes: NftWishes = {}): Promise<string> {
  const editionId = `nft-${randomBytes(6).toString('hex')}`;
  await ownerPool.query(
    `INSERT INTO nft_edition (id, title, description, picture_seed, size, reserved, price, per_fan_limit, opens_at,
                              closes_at, position, retired)
     VALUES ($1, $2, $3, 'moon', $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      editionId,
      inBothLanguages(wishes.title ?? 'A moon'),
      inBothLanguages('It shines'),
      wishes.size ?? 100,
      wishes.reserved ?? 0,
      wishes.price ?? 10,
      wishes.perFanLimit ?? null,
      wishes.opensAt ?? new Date(clock.now().getTime() - hourMs),
      wishes.closesAt ?? null,
      wishes.position ?? 1,
      wishes.retired ?? false,
    ],
  );
  return editionId;
}

export type VotePackWishes = {
  readonly votes?: number;
  readonly bonusVotes?: number;
  readonly price?: number;
  readonly retired?: boolean;
};

/** Puts a vote pack of the election in place as a content pack would. */
export async function givenVotePack(
  { ownerPool }: Pick<Stage, 'ownerPool'>,
  { votes = 50, bonusVotes = 5, price = 10, retired = false }: VotePackWishes = {},
): Promise<string> {
  const packId = `pack-${randomBytes(6).toString('hex')}`;
  await ownerPool.query(
    `INSERT INTO vote_pack (id, activity_id, title, votes, bonus_votes, price, position, retired)
     VALUES ($1, $2, $3, $4, $5, $6, 1, $7)`,
    [packId, activityId, inBothLanguages('A pack'), votes, bonusVotes, price, retired],
  );
  return packId;
}
