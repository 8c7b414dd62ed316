import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { derivedUuid } from '#/lib/uuid.ts';
import { type Leg, post } from '#/modules/points/index.ts';
import { givePieces } from '#/modules/shop/index.ts';
import type { Prize } from './campaigns.store.ts';

type Delivery = {
  readonly campaignId: string;
  readonly fanId: number;
  readonly prizes: readonly Prize[];
  /** The idempotency key of the posting, from which those of orders derive. */
  readonly key: string;
  readonly reason: 'box_prize' | 'envelope_prize' | 'raffle_prize';
  readonly at: Date;
};

/** The piece that a prize of an NFT edition became. */
export type Piece = { readonly orderId: number; readonly serial: number };

/**
 * Takes the pieces of prizes, in the order of the prizes; null for an amount. It precedes the ledger's locks, as everywhere
 * where pieces are taken.
 */
export async function deliverPieces(
  tx: Transaction<DB>,
  { fanId, prizes, key, at }: Delivery,
): Promise<(Piece | null)[]> {
  const wanted = new Map<string, number>();
  for (const { editionId } of prizes) if (editionId !== null) wanted.set(editionId, (wanted.get(editionId) ?? 0) + 1);
  const pieces = new Map<string, Piece[]>();
  for (const [editionId, num] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const given = await givePieces(tx, { editionId, fanId, num, key: derivedUuid(key, `pieces ${editionId}`), at });
    pieces.set(
      editionId,
      given.serials.map((serial) => ({ orderId: given.orderId, serial })),
    );
  }
  return prizes.map(({ editionId }) => (editionId === null ? null : (pieces.get(editionId)?.shift() ?? null)));
}

/** Credits the amounts of prizes, one leg for each asset. */
export async function creditPrizes(
  tx: Transaction<DB>,
  { campaignId, fanId, prizes, key, reason, at }: Delivery,
): Promise<void> {
  const amounts = new Map<string, number>();
  for (const { asset, amount } of prizes) {
    if (asset !== null && amount !== null) amounts.set(asset, (amounts.get(asset) ?? 0) + amount);
  }
  if (amounts.size === 0) return;
  const legs = [...amounts].map(([asset, amount]): Leg => {
    const pool = { kind: 'issue', name: `campaign ${campaignId}` } as const;
    return { fanId, asset, direction: 'receives', amount, pool, reason };
  });
  await post(tx, { key, receivedAt: at, legs });
}
