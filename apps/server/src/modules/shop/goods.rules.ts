import type { Language, ErrorName } from '@lightstick/contract';

type EditionState = 'notOpen' | 'open' | 'soldOut' | 'ended';

/** Returns an edition's state with `left` pieces for sale. The closing instant is outside the window. */
export function editionState(
  { opensAt, closesAt }: Pick<Edition, 'opensAt' | 'closesAt'>,
  { left, at }: { left: number; at: Date },
): EditionState {
  if (closesAt && at >= closesAt) return 'ended';
  if (at < opensAt) return 'notOpen';
  return left === 0 ? 'soldOut' : 'open';
}

export type Edition = {
  readonly editionId: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
  readonly pictureSeed: string;
  /** The number of pieces; the first `reserved` pieces are not for sale. */
  readonly size: number;
  readonly reserved: number;
  /** Points for one piece. */
  readonly price: number;
  readonly perFanLimit: number | null;
  readonly opensAt: Date;
  readonly closesAt: Date | null;
};

type OfferState = 'notOpen' | 'open' | 'soldOut' | 'ended';

/** Returns the stock left for all fans, null for an offer without a stock. */
export function leftOf({ stock, exchanged }: Pick<Offer, 'stock' | 'exchanged'>): number | null {
  return stock === null ? null : stock - exchanged;
}

/** Returns whether the voting of an offer's tickets is over, which ends the offer. */
function isVotingOver({ votingStatus, votingClosesAt }: Offer, at: Date): boolean {
  return votingStatus === 'closed' || at >= votingClosesAt;
}

/** Returns an offer's state; the closing instant is outside the window. An offer ends with its voting at the latest. */
export function offerState(offer: Offer, at: Date): OfferState {
  if ((offer.closesAt && at >= offer.closesAt) || isVotingOver(offer, at)) return 'ended';
  if (at < offer.opensAt) return 'notOpen';
  return leftOf(offer) === 0 ? 'soldOut' : 'open';
}

type Objection = { readonly reason: ErrorName; readonly parameters: Readonly<Record<string, number>> };

/**
 * Returns why a fan may not exchange `num` more, or nothing. A request is refused whole, because a smaller number is
 * not what the fan confirmed.
 */
export function objectionTo(
  offer: Offer,
  { num, exchangedByMe, at }: { num: number; exchangedByMe: number; at: Date },
): Objection | undefined {
  if (isVotingOver(offer, at)) return { reason: 'VOTING_ENDED', parameters: {} };
  const state = offerState(offer, at);
  if (state === 'notOpen') return { reason: 'OFFER_NOT_OPEN', parameters: {} };
  if (state === 'ended') return { reason: 'OFFER_ENDED', parameters: {} };

  const { perFanLimit } = offer;
  if (perFanLimit !== null && exchangedByMe + num > perFanLimit) {
    const left = Math.max(0, perFanLimit - exchangedByMe);
    return { reason: 'OFFER_LIMIT_REACHED', parameters: { limit: perFanLimit, left } };
  }
  const left = leftOf(offer);
  if (left !== null && num > left) return { reason: 'OFFER_SOLD_OUT', parameters: { left } };
  return undefined;
}

/** Tickets for Points, as an operator's content defines them. Amounts are in the asset's smallest unit. */
export type Offer = {
  readonly offerId: string;
  readonly activityId: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
  readonly givesAsset: string;
  readonly givesAmount: number;
  /** Points for one. */
  readonly price: number;
  /** The total stock, null for no limit. */
  readonly stock: number | null;
  /** The number all fans have exchanged; counted only for offers with a stock. */
  readonly exchanged: number;
  readonly perFanLimit: number | null;
  readonly opensAt: Date;
  readonly closesAt: Date | null;
  /** The state of the activity's voting, the only use of these tickets. */
  readonly votingStatus: string;
  readonly votingClosesAt: Date;
};
