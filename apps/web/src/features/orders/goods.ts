import type { Contract, DataOf } from '@lightstick/contract';

export type VotePack = DataOf<Contract['GET /activity/api/v1/vote/saleGoods']>[number];
export type NftEdition = DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointToNftList']>[number];
export type Order = DataOf<Contract['POST /wallet/api/v1/pointsMall/getOrderList']>['list'][number];
export type Nft = DataOf<Contract['GET /activity/api/v1/packet/myNft']>['list'][number];

/** What can be ordered. */
export type Goods =
  | { readonly kind: 'votePack'; readonly pack: VotePack }
  | { readonly kind: 'nft'; readonly edition: NftEdition };

/** The contract's bound on one order. */
const mostPerOrder = 20;

/** How many can be ordered now: within Points, what is left and the limit per fan. */
export function mostOrderable(goods: Goods, points: number): number {
  const { price } = goods.kind === 'nft' ? goods.edition : goods.pack;
  const affordable = Math.min(Math.floor(points / price), mostPerOrder);
  if (goods.kind === 'votePack') return affordable;
  const { left, perFanLimit, boughtByMe } = goods.edition;
  const allowed = perFanLimit === null ? mostPerOrder : Math.max(0, perFanLimit - boughtByMe);
  return Math.min(affordable, left, allowed);
}

export type NftBlock = 'notOpen' | 'soldOut' | 'ended' | 'limitReached' | null;

/** Why an edition cannot be bought by anyone, or by this fan; null when it can. */
export function nftBlock({ state, perFanLimit, boughtByMe }: NftEdition): NftBlock {
  if (state !== 'open') return state;
  return perFanLimit !== null && boughtByMe >= perFanLimit ? 'limitReached' : null;
}
