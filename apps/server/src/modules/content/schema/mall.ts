import type * as z from 'zod';
import { activityId, artSeed, fields, packTime, text, wholeNumber, wordId } from './fields.ts';

const price = wholeNumber(1, 1_000_000_000);

/** Points for tickets. A missing `stock`, `perFanLimit` or `closesAt` means no bound. */
export const offer = fields({
  id: wordId,
  activity: activityId,
  title: text(60),
  description: text(160),
  tickets: wholeNumber(1, 1_000_000),
  price,
  stock: wholeNumber(0, 1_000_000_000).optional(),
  perFanLimit: wholeNumber(1, 1_000_000).optional(),
  opensAt: packTime,
  closesAt: packTime.optional(),
});

/** Points for votes. */
export const votePack = fields({
  id: wordId,
  activity: activityId,
  title: text(60),
  votes: wholeNumber(1, 1_000_000),
  bonusVotes: wholeNumber(0, 1_000_000),
  price,
});

/**
 * Points for NFTs: an edition of numbered pieces; the first `reserved` are not for sale. A missing `perFanLimit` or
 * `closesAt` means no bound.
 */
export const nft = fields({
  id: wordId,
  title: text(60),
  description: text(160),
  pictureSeed: artSeed,
  size: wholeNumber(1, 10_000),
  reserved: wholeNumber(0, 10_000).default(0),
  price,
  perFanLimit: wholeNumber(1, 10_000).optional(),
  opensAt: packTime,
  closesAt: packTime.optional(),
});

export type Offer = z.output<typeof offer>;
export type VotePack = z.output<typeof votePack>;
export type Nft = z.output<typeof nft>;
