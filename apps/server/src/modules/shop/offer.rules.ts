import type { ErrorName, Language } from '@lightstick/contract';

type OfferState = 'notOpen' | 'open' | 'soldOut' | 'ended';

/** How many are left for all fans together, null for no bound. */
export function leftOf({ stock, exchanged }: Pick<Offer, 'stock' | 'exchanged'>): number | null {
  return stock === null ? null : stock - exchanged;
}

/** Whether the voting is over for which an offer gives tickets: they would be refused for ever after. */
function isVotingOver({ votingStatus, votingClosesAt }: Offer, at: Date): boolean {
  return votingStatus === 'closed' || at >= votingClosesAt;
}

/**
 * What a fan sees of an offer at an instant. The instant of closing is no longer within. With its voting every offer ends,
 * whatever its own window says.
 */
export function offerState(offer: Offer, at: Date): OfferState {
  if ((offer.closesAt && at >= offer.closesAt) || isVotingOver(offer, at)) return 'ended';
  if (at < offer.opensAt) return 'notOpen';
  return leftOf(offer) === 0 ? 'soldOut' : 'open';
}

type Objection = { readonly reason: ErrorName; readonly parameters: Readonly<Record<string, number>> };

/**
 * Why a fan who has `exchangedByMe` of an offer may not exchange `num` more; nothing when they may.
 * A request is refused whole: giving fewer than were asked for would pay for something else than the fan confirmed.
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
  /** How many there are in all, null for no bound. */
  readonly stock: number | null;
  /** How many all fans together have exchanged; counted of offers with a stock alone. */
  readonly exchanged: number;
  readonly perFanLimit: number | null;
  readonly opensAt: Date;
  readonly closesAt: Date | null;
  /** Of the activity's voting, in which alone its tickets are of use. */
  readonly votingStatus: string;
  readonly votingClosesAt: Date;
};
