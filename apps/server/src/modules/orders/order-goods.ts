import type { Transaction } from 'kysely';
import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { OrderIntent } from './order-intent.ts';
import { orderNft } from './order-nft.ts';
import { readOrder } from './orders.view.ts';
import { orderVotes } from './order-votes.ts';
import { findEdition } from './editions.store.ts';
import { findVotePack } from './orders.store.ts';

/**
 * Orders what goes by that id, a vote pack or an NFT, and pays for it: all of it or nothing.
 *
 * @throws Refusal OFFER_NOT_FOUND, and what `orderVotes` and `orderNft` throw
 */
export async function orderGoods(
  tx: Transaction<DB>,
  { goodsId, language, ...intent }: OrderIntent & { readonly goodsId: string; readonly language: Language },
): Promise<DataOf<Contract['POST /wallet/api/v1/pointsMall/summitBuy']>> {
  const { orderId, pointsLeft, votesLeft } = await place(tx, goodsId, intent);
  return { ...(await readOrder(tx, { orderId, language })), pointsLeft, votesLeft };
}

type Placed = { readonly orderId: number; readonly pointsLeft: number; readonly votesLeft: number | null };

async function place(tx: Transaction<DB>, goodsId: string, intent: OrderIntent): Promise<Placed> {
  const pack = await findVotePack(tx, goodsId);
  if (pack) return orderVotes(tx, pack, intent);
  const edition = await findEdition(tx, goodsId);
  if (edition) return { ...(await orderNft(tx, edition, intent)), votesLeft: null };
  throw new Refusal('OFFER_NOT_FOUND');
}
