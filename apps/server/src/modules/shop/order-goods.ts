import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { editionState, type Edition } from './goods.rules.ts';
import {
  findEdition,
  countOnFan,
  holdPieces,
  takePieces,
  countReservedPieces,
  holdReservedPieces,
} from './editions.store.ts';
import { findVotePack, insertVoteOrder, insertNftOrder } from './orders.store.ts';
import { readOrder, type PieceSettings } from './orders.view.ts';
import { enqueueSettling } from './settle-order.ts';
import { post } from '#/modules/points/index.ts';
import { recordEvent } from '#/modules/webhooks/index.ts';

/**
 * Orders a vote pack or an NFT by id and pays for it in one transaction.
 *
 * @throws Refusal OFFER_NOT_FOUND, and what `orderVotes` and `orderNft` throw
 */
export async function orderGoods(
  tx: Transaction<DB>,
  settings: PieceSettings,
  { goodsId, language, ...intent }: OrderIntent & { readonly goodsId: string; readonly language: Language },
): Promise<DataOf<Contract['POST /wallet/api/v1/pointsMall/summitBuy']>> {
  const { orderId, pointsLeft, votesLeft } = await place(tx, goodsId, intent);
  return { ...(await readOrder(tx, settings, { orderId, language })), pointsLeft, votesLeft };
}

type PlacedOrder = { readonly orderId: number; readonly pointsLeft: number; readonly votesLeft: number | null };

async function place(tx: Transaction<DB>, goodsId: string, intent: OrderIntent): Promise<PlacedOrder> {
  const pack = await findVotePack(tx, goodsId);
  if (pack) {
    const order = await orderVotes(tx, pack, intent);
    await recordPaid(tx, { ...intent, ...order, goodsId, price: pack.price });
    const orderId = String(order.orderId);
    await recordEvent(tx, { type: 'order.fulfilled', subject: orderId, facts: { orderId }, at: intent.receivedAt });
    return order;
  }
  const edition = await findEdition(tx, goodsId);
  if (!edition) throw new Refusal('OFFER_NOT_FOUND');
  const order = await orderNft(tx, edition, intent);
  await recordPaid(tx, { ...intent, ...order, goodsId, price: edition.price });
  return { ...order, votesLeft: null };
}

type PaidOrder = Pick<OrderIntent, 'num' | 'receivedAt'> &
  Pick<PlacedOrder, 'orderId'> & { readonly goodsId: string; readonly price: number };

function recordPaid(tx: Transaction<DB>, { orderId, goodsId, num, price, receivedAt: at }: PaidOrder): Promise<void> {
  const facts = { orderId: String(orderId), goodsId, num, points: price * num };
  return recordEvent(tx, { type: 'order.paid', subject: facts.orderId, facts, at });
}

type OrderIntent = {
  readonly fanId: number;
  readonly num: number;
  /** The price of one that the screen showed. */
  readonly price?: number | undefined;
  readonly key: string;
  readonly receivedAt: Date;
};

/**
 * Refuses a price other than the one the screen showed.
 *
 * @throws Refusal OFFER_CHANGED
 */
function assertPriceAsShown(intent: Pick<OrderIntent, 'price'>, price: number): void {
  if (intent.price !== undefined && intent.price !== price) throw new Refusal('OFFER_CHANGED');
}

/** Builds the leg by which a fan pays for an order in Points. */
function paymentOf(fanId: number, points: number) {
  return {
    fanId,
    asset: 'POINT',
    direction: 'pays',
    amount: points,
    pool: { kind: 'sink', name: 'mall orders' },
    reason: 'order_paid',
  } as const;
}

/**
 * Pays for pieces of an edition and reserves them; a job delivers them. A request is refused whole. The lock order is
 * fan's count, pieces, ledger, so buyers never deadlock.
 */
async function orderNft(tx: Transaction<DB>, edition: Edition, intent: OrderIntent) {
  const { fanId, num, key, receivedAt } = intent;
  assertOnSale(edition, receivedAt);
  assertPriceAsShown(intent, edition.price);
  const { isWithin, taken } = await countOnFan(tx, { edition, fanId, num });
  if (!isWithin) {
    const limit = edition.perFanLimit ?? 0;
    throw new Refusal('OFFER_LIMIT_REACHED', { limit, left: Math.max(0, limit - taken) });
  }
  const serials = await holdPieces(tx, { edition, num });
  if (serials.length < num) throw new Refusal('OFFER_SOLD_OUT', { left: serials.length });

  const paid = edition.price * num;
  const [points] = await post(tx, {
    key,
    receivedAt,
    legs: [paymentOf(fanId, paid)],
  });
  if (!points) throw new Error('A posting of one leg was answered without it');
  const { editionId } = edition;
  const orderId = await insertNftOrder(tx, { fanId, editionId, source: 'mall', num, paid, key, orderedAt: receivedAt });
  await takePieces(tx, { editionId, fanId, serials, orderId });
  await enqueueSettling(tx, orderId);
  return { orderId, pointsLeft: points.balance };
}

function assertOnSale(edition: Edition, at: Date): void {
  // A non-zero count: `holdPieces` finds a sold-out edition.
  const state = editionState(edition, { left: 1, at });
  if (state === 'notOpen') throw new Refusal('OFFER_NOT_OPEN');
  if (state === 'ended') throw new Refusal('OFFER_ENDED');
}

type VotePack = NonNullable<Awaited<ReturnType<typeof findVotePack>>>;

/**
 * Pays for vote packs and credits votes with the bonus in one posting, until the closing second. Votes bought before
 * the activity opens wait for it.
 */
async function orderVotes(tx: Transaction<DB>, pack: VotePack, intent: OrderIntent) {
  const { fanId, num, key, receivedAt } = intent;
  if (pack.status === 'closed' || receivedAt >= pack.closesAt) throw new Refusal('VOTING_ENDED');
  assertPriceAsShown(intent, pack.price);
  const paid = pack.price * num;
  const votes = (pack.votes + pack.bonusVotes) * num;
  const [points, received] = await post(tx, {
    key,
    receivedAt,
    legs: [
      paymentOf(fanId, paid),
      {
        fanId,
        asset: pack.voteAsset,
        direction: 'receives',
        amount: votes,
        pool: { kind: 'issue', name: 'vote packs' },
        reason: 'order_received',
      },
    ],
  });
  if (!points || !received) throw new Error('A posting of two legs was answered with fewer');
  const orderId = await insertVoteOrder(tx, {
    packId: pack.packId,
    fanId,
    num,
    paid,
    votes,
    asset: pack.voteAsset,
    key,
    orderedAt: receivedAt,
  });
  return { orderId, pointsLeft: points.balance, votesLeft: received.balance };
}

type Gift = {
  readonly editionId: string;
  readonly fanId: number;
  readonly num: number;
  /** The idempotency key of the order. */
  readonly key: string;
  readonly at: Date;
};

/**
 * Asserts that the pieces of each edition are there to be given, without taking any.
 *
 * @throws when too few are free, which a content check prevents
 */
export async function assertReservedPieces(tx: Transaction<DB>, wanted: ReadonlyMap<string, number>): Promise<void> {
  for (const [editionId, num] of wanted) {
    const free = await countReservedPieces(tx, { editionId, most: num });
    if (free < num) throw new Error(`Edition ${editionId} has ${free} pieces for ${num} prizes`);
  }
}

/**
 * Gives a fan pieces as a prize: an order without a payment, delivered as usual. The pieces are the first numbers of the
 * edition, which are not for sale.
 *
 * @throws when too few are free, which a content check prevents
 */
export async function givePieces(
  tx: Transaction<DB>,
  { editionId, fanId, num, key, at }: Gift,
): Promise<{ readonly orderId: number; readonly serials: readonly number[] }> {
  const serials = await holdReservedPieces(tx, { editionId, num });
  if (serials.length < num) throw new Error(`Edition ${editionId} has ${serials.length} pieces for ${num} prizes`);
  const order = { fanId, editionId, source: 'prize', num, paid: 0, key, orderedAt: at } as const;
  const orderId = await insertNftOrder(tx, order);
  await takePieces(tx, { editionId, fanId, serials, orderId });
  await enqueueSettling(tx, orderId);
  return { orderId, serials };
}
