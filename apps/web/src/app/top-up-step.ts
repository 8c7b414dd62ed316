import { offerBlock, mostExchangeable, type Offer } from '#/features/shop/exchange/offers.ts';

type TopUpState = {
  readonly need: 'votes' | 'tickets';
  /** The fan's tickets of the election. */
  readonly tickets: number;
  readonly ticketAsset: string;
  readonly points: number;
  readonly offers: readonly Offer[];
};

/** `missing`: the Points to the cheapest ticket; null when no ticket is on sale to the fan. */
export type TopUpStep =
  | { readonly kind: 'convert' }
  | { readonly kind: 'exchange'; readonly offer: Offer }
  | { readonly kind: 'earn'; readonly missing: number | null };

/** The shortest step to votes or tickets: a ticket in hand, else the cheapest ticket for Points, else Points. */
export function topUpStep({ need, tickets, ticketAsset, points, offers }: TopUpState): TopUpStep {
  if (need === 'votes' && tickets > 0) return { kind: 'convert' };
  const onSale = offers
    .filter((offer) => offer.gives.assetName === ticketAsset && offerBlock(offer) === null)
    .toSorted((one, other) => one.price - other.price);
  const affordable = onSale.find((offer) => mostExchangeable(offer, points) > 0);
  if (affordable) return { kind: 'exchange', offer: affordable };
  const [cheapest] = onSale;
  return { kind: 'earn', missing: cheapest && cheapest.price > points ? cheapest.price - points : null };
}
