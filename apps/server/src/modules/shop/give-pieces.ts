import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { countReservedPieces, holdReservedPieces, takePieces } from './editions.store.ts';
import { insertNftOrder } from './orders.store.ts';
import { enqueueSettling } from './settle-order.ts';

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
 * Gives a fan pieces as a prize: an order without a payment, delivered as any other. The pieces are the first numbers of the
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
