import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { withChain } from '#/lib/api/with-chain.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';

const exchangeRoute = 'POST /wallet/api/v1/pointsMall/exchangeTicket';

export type Exchange = DataOf<Contract[typeof exchangeRoute]>;

type WantedOffer = {
  readonly offerId: string;
  /** The price of one that the fan sees: they pay that or nothing. */
  readonly price: number;
};

/** Exchanges Points for tickets: all of it or nothing. */
export function useExchange({ offerId, price }: WantedOffer, onDone: (exchange: Exchange) => void) {
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: exchangeRoute,
    scope: `exchange:${offerId}`,
    affects: [queryKeys.assets, queryKeys.offers, queryKeys.exchanges, queryKeys.myVotes],
    onDone,
  });
  const exchange = (num: number) => mutate({ offerId, num, price });
  return { exchange, isPending, error, reset, unsettled };
}

const orderRoute = 'POST /wallet/api/v1/pointsMall/summitBuy';

export type PlacedOrder = DataOf<Contract[typeof orderRoute]>;

type WantedGoods = {
  readonly goodsId: string;
  /** The price of one that the fan sees: they pay that or nothing. */
  readonly price: number;
};

/** Orders goods and pays for them: all of it or nothing. */
export function useOrder({ goodsId, price }: WantedGoods, onDone: (order: PlacedOrder) => void) {
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: orderRoute,
    scope: `order:${goodsId}`,
    affects: [queryKeys.assets, queryKeys.offers, queryKeys.myVotes, queryKeys.songs],
    onDone,
  });
  const order = (num: number) => mutate(withChain({ goodsId, num, price }));
  return { order, isPending, error, reset, unsettled };
}

type PurchaseRefusal = ErrorOf<Contract[typeof exchangeRoute | typeof orderRoute]>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const purchaseTexts: Record<PurchaseRefusal, MessageId> = {
  OFFER_NOT_FOUND: 'mall.refused.notFound',
  OFFER_NOT_OPEN: 'mall.refused.notOpen',
  OFFER_ENDED: 'mall.refused.ended',
  VOTING_ENDED: 'mall.refused.ended',
  OFFER_SOLD_OUT: 'mall.refused.soldOut',
  OFFER_LIMIT_REACHED: 'mall.refused.limitReached',
  OFFER_CHANGED: 'mall.refused.changed',
  INSUFFICIENT_POINTS: 'mall.refused.insufficientPoints',
};

export function purchaseErrorText(error: Error, t: Translate): string {
  return refusalText(error, purchaseTexts, t);
}
