import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#/lib/clock.ts';
import { activityId, ticketAsset } from './given-election.ts';
import { inBothLanguages } from './in-both-languages.ts';

export type OfferOptions = {
  readonly title?: string;
  readonly price?: number;
  readonly givesAmount?: number;
  readonly stock?: number;
  readonly perFanLimit?: number;
  readonly opensAt?: Date;
  readonly closesAt?: Date;
  readonly position?: number;
  readonly retired?: boolean;
};

const hourMs = 60 * 60 * 1000;

/** Puts an offer of the election's tickets in place as a content pack would; without bounds unless they are wished for. */
export async function givenOffer(
  { ownerPool, clock }: { ownerPool: Pool; clock: Pick<Clock, 'now'> },
  options: OfferOptions = {},
): Promise<string> {
  const offerId = `offer-${randomBytes(6).toString('hex')}`;
  await ownerPool.query(
    `INSERT INTO offer (id, activity_id, title, description, gives_asset, gives_amount, price, stock, per_fan_limit,
                        opens_at, closes_at, position, retired)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      offerId,
      activityId,
      inBothLanguages(options.title ?? 'A ticket'),
      inBothLanguages('For the election'),
      ticketAsset,
      options.givesAmount ?? 1,
      options.price ?? 10,
      options.stock ?? null,
      options.perFanLimit ?? null,
      options.opensAt ?? new Date(clock.now().getTime() - hourMs),
      options.closesAt ?? null,
      options.position ?? 1,
      options.retired ?? false,
    ],
  );
  return offerId;
}
