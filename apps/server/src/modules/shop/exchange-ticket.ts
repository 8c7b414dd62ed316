import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { post } from '#/modules/points/index.ts';
import { countExchangedByFan, countOnLimit, insertExchange, lockOffer, takeStock } from './offers.store.ts';
import { type Offer, objectionTo } from './goods.rules.ts';

type ExchangeIntent = {
  readonly fanId: number;
  readonly offerId: string;
  readonly num: number;
  /** The price of one that the screen showed. */
  readonly price?: number | undefined;
  readonly key: string;
  readonly receivedAt: Date;
};

/**
 * Exchanges a fan's Points for tickets: payment, stock and credit succeed or fail together. The lock order is offer,
 * fan's count, ledger accounts, pools, so exchanges never deadlock.
 */
export async function exchangeTicket(tx: Transaction<DB>, intent: ExchangeIntent) {
  const { fanId, offerId, num, price, key, receivedAt } = intent;
  const offer = await lockOffer(tx, offerId);
  if (!offer) throw new Refusal('OFFER_NOT_FOUND');
  await assertNoObjection(tx, offer, intent);
  if (price !== undefined && price !== offer.price) throw new Refusal('OFFER_CHANGED');

  // A concurrent exchange of the same fan has reached the limit: find the refusal for this one.
  if (!(await countOnLimit(tx, { offer, fanId, num }))) await assertNoObjection(tx, offer, intent);
  await takeStock(tx, offer, num);
  const paid = offer.price * num;
  const received = { assetName: offer.givesAsset, amount: offer.givesAmount * num };
  const exchange = await insertExchange(tx, {
    fanId,
    offerId,
    num,
    paid,
    received: received.amount,
    asset: received.assetName,
    key,
    exchangedAt: receivedAt,
  });
  const left = await postExchange(tx, { fanId, offer, paid, received: received.amount, key, receivedAt });
  return { exchangeId: String(exchange.id), offerId, num, paid, received, ...left };
}

async function assertNoObjection(
  tx: Transaction<DB>,
  offer: Offer,
  { fanId, num, receivedAt }: ExchangeIntent,
): Promise<void> {
  const exchangedByMe = await countExchangedByFan(tx, { offerId: offer.offerId, fanId });
  const objection = objectionTo(offer, { num, exchangedByMe, at: receivedAt });
  if (objection) throw new Refusal(objection.reason, objection.parameters);
}

async function postExchange(
  tx: Transaction<DB>,
  exchange: { fanId: number; offer: Offer; paid: number; received: number; key: string; receivedAt: Date },
): Promise<{ pointsLeft: number; ticketsLeft: number }> {
  const { fanId, offer, key, receivedAt } = exchange;
  const [points, tickets] = await post(tx, {
    key,
    receivedAt,
    legs: [
      {
        fanId,
        asset: 'POINT',
        direction: 'pays',
        amount: exchange.paid,
        pool: { kind: 'sink', name: 'mall' },
        reason: 'exchange_paid',
      },
      {
        fanId,
        asset: offer.givesAsset,
        direction: 'receives',
        amount: exchange.received,
        pool: { kind: 'issue', name: 'mall' },
        reason: 'exchange_received',
      },
    ],
  });
  if (!points || !tickets) throw new Error('A posting of two legs was answered with fewer');
  return { pointsLeft: points.balance, ticketsLeft: tickets.balance };
}
