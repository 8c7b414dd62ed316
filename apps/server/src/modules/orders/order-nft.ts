import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { post } from '#/modules/points/index.ts';
import type { Edition } from './edition.ts';
import { editionState } from './edition.rules.ts';
import { countOnFan, holdPieces, takePieces } from './editions.store.ts';
import { assertPriceAsShown, type OrderIntent, paymentOf } from './order-intent.ts';
import { insertNftOrder } from './orders.store.ts';
import { enqueueSettling } from './settle-order-job.ts';

/**
 * Pays for pieces of an edition and takes their numbers; a job then delivers them. A request is refused whole: fewer
 * than were asked for would be something else than the fan confirmed.
 *
 * Locks come in the order of the fan's own count, pieces, then the ledger, so buyers never deadlock.
 *
 * @throws Refusal OFFER_NOT_OPEN, OFFER_ENDED, OFFER_CHANGED, OFFER_LIMIT_REACHED, OFFER_SOLD_OUT, INSUFFICIENT_POINTS
 */
export async function orderNft(tx: Transaction<DB>, edition: Edition, intent: OrderIntent) {
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
  const orderId = await insertNftOrder(tx, { fanId, editionId, num, paid, key, orderedAt: receivedAt });
  await takePieces(tx, { edition, fanId, serials, orderId });
  await enqueueSettling(tx, orderId);
  return { orderId, pointsLeft: points.balance };
}

function assertOnSale(edition: Edition, at: Date): void {
  // Whether any is left is seen when pieces are taken.
  const state = editionState(edition, { left: 1, at });
  if (state === 'notOpen') throw new Refusal('OFFER_NOT_OPEN');
  if (state === 'ended') throw new Refusal('OFFER_ENDED');
}
