import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import type { AwaitingPace } from '#/lib/clock/use-awaiting-interval.ts';
import { saleChanges, useScheduledRefetch } from '#/lib/clock/scheduled-refetch.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type VotePack = DataOf<Contract['GET /activity/api/v1/vote/saleGoods']>[number];
export type NftEdition = DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointToNftList']>[number];
export type Order = DataOf<Contract['POST /wallet/api/v1/pointsMall/getOrderList']>['list'][number];
export type Nft = DataOf<Contract['GET /activity/api/v1/packet/myNft']>['list'][number];

/** Goods that can be ordered. */
export type Goods =
  | { readonly kind: 'votePack'; readonly pack: VotePack }
  | { readonly kind: 'nft'; readonly edition: NftEdition };

/** The contract's bound on one order. */
const mostPerOrder = 20;

/** Returns the most that can be ordered now: by Points, stock and the limit per fan. */
export function mostOrderable(goods: Goods, points: number): number {
  const { price } = goods.kind === 'nft' ? goods.edition : goods.pack;
  const affordable = Math.min(Math.floor(points / price), mostPerOrder);
  if (goods.kind === 'votePack') return affordable;
  const { left, perFanLimit, boughtByMe } = goods.edition;
  const allowed = perFanLimit === null ? mostPerOrder : Math.max(0, perFanLimit - boughtByMe);
  return Math.min(affordable, left, allowed);
}

type NftBlock = 'notOpen' | 'soldOut' | 'ended' | 'limitReached' | null;

/** Returns why an edition cannot be bought by anyone, or by this fan; null when it can. */
export function nftBlock({ state, perFanLimit, boughtByMe }: NftEdition): NftBlock {
  if (state !== 'open') return state;
  return perFanLimit !== null && boughtByMe >= perFanLimit ? 'limitReached' : null;
}

/** Tells whether the places of pieces are awaited: seldom where all that have not arrived are delayed. */
export function awaitedOf(pieces: readonly Pick<Nft, 'place'>[]): AwaitingPace {
  if (pieces.some(({ place }) => place === 'onItsWay')) return true;
  return pieces.some(({ place }) => place === 'delayed') && 'seldom';
}

/** Tells whether an operator has to see to an order before it is done. */
export function isDelayed({ state, pieces }: Pick<Order, 'state' | 'pieces'>): boolean {
  return state === 'processing' && awaitedOf(pieces) === 'seldom';
}

/** Part of `offers` and of `assets`, because they become out of date together. */
export const orderKeys = {
  editions: [...queryKeys.offers, 'nfts'],
  votePacks: (activityId: string) => [...queryKeys.offers, 'votePacks', activityId],
  orders: [...queryKeys.assets, 'orders'],
  nfts: [...queryKeys.assets, 'nfts'],
  beingHandled: [...queryKeys.assets, 'ordersBeingHandled'],
} as const;

const awaitedSaleChanges = (editions: NftEdition[]) => saleChanges(editions, { isAwaited: true });

/** Loads the NFTs for Points, with the fan's purchases when signed in. Refetched when one opens or ends. */
export function useEditions(): UseQueryResult<NftEdition[]> {
  const accountId = useAccountId();
  const refetchInterval = useScheduledRefetch(awaitedSaleChanges);
  return useQuery({
    queryKey: [...orderKeys.editions, accountId],
    queryFn: ({ signal }) => call('POST /wallet/api/v1/pointsMall/getPointToNftList', { body: {} }, { signal }),
    refetchInterval,
  });
}

/** Loads the vote packs of an activity; asks nothing as long as none is named. */
export function useVotePacks(activityId: string | undefined): UseQueryResult<VotePack[]> {
  return useQuery({
    queryKey: orderKeys.votePacks(activityId ?? ''),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/saleGoods', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: activityId !== undefined,
  });
}

const termsRoute = 'POST /wallet/api/v1/pointsMall/getMoveTerms';

export type MoveTerms = DataOf<Contract[typeof termsRoute]>;

/** Loads where the fan's NFTs can move, what a move costs, and how many are left today. */
export function useMoveTerms(): UseQueryResult<MoveTerms> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.assets, 'moveTerms', accountId],
    queryFn: ({ signal }) => call(termsRoute, { body: {} }, { signal }),
    enabled: accountId !== undefined,
    meta: { shownInPlace: true },
  });
}
