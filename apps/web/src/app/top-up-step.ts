import { offerBlock, mostExchangeable, type Offer } from '#/features/shop/exchange/offers.ts';
import { mostOrderable, type VotePack } from '#/features/shop/orders/goods.ts';

type TopUpState = {
  readonly need: 'votes' | 'tickets';
  /** The election accepts no votes any more, so neither tickets nor votes can be had. */
  readonly hasEnded: boolean;
  /** The fan's tickets of the election. */
  readonly tickets: number;
  readonly ticketAsset: string;
  readonly points: number;
  readonly offers: readonly Offer[];
  /** The vote packs of the election. */
  readonly packs: readonly VotePack[];
};

/** `missing`: the Points to the cheapest ticket; null when no ticket is on sale to the fan. */
export type TopUpStep =
  | { readonly kind: 'ended' }
  | { readonly kind: 'convert' }
  | { readonly kind: 'exchange'; readonly offer: Offer }
  | { readonly kind: 'order' }
  | { readonly kind: 'earn'; readonly missing: number | null };

type TopUpWays = {
  readonly step: TopUpStep;
  /** Vote packs are another way. */
  readonly hasPacks: boolean;
};

/**
 * Returns the shortest step to votes or tickets: a ticket in hand, else the cheapest ticket for Points, else a vote
 * pack, else Points.
 */
export function topUpWays({ need, hasEnded, tickets, ticketAsset, points, offers, packs }: TopUpState): TopUpWays {
  if (hasEnded) return { step: { kind: 'ended' }, hasPacks: false };
  const packsOnSale = need === 'votes' ? packs.filter(({ state }) => state === 'open') : [];
  const hasPacks = packsOnSale.length > 0;
  if (need === 'votes' && tickets > 0) return { step: { kind: 'convert' }, hasPacks };
  const onSale = offers
    .filter((offer) => offer.gives.assetName === ticketAsset && offerBlock(offer) === null)
    .toSorted((one, other) => one.price - other.price);
  const affordable = onSale.find((offer) => mostExchangeable(offer, points) > 0);
  if (affordable) return { step: { kind: 'exchange', offer: affordable }, hasPacks };
  if (packsOnSale.some((pack) => mostOrderable({ kind: 'votePack', pack }, points) > 0))
    return { step: { kind: 'order' }, hasPacks: false };
  const [cheapest] = onSale;
  const missing = cheapest && cheapest.price > points ? cheapest.price - points : null;
  return { step: { kind: 'earn', missing }, hasPacks };
}
