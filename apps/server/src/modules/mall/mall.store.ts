import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Offer } from './offer.ts';

const offerColumns = [
  'offer.id as offerId',
  'offer.activity_id as activityId',
  'offer.title',
  'offer.description',
  'offer.gives_asset as givesAsset',
  'offer.gives_amount as givesAmount',
  'offer.price',
  'offer.stock',
  'offer.exchanged',
  'offer.per_fan_limit as perFanLimit',
  'offer.opens_at as opensAt',
  'offer.closes_at as closesAt',
  'period.status as votingStatus',
  'period.closes_at as votingClosesAt',
] as const;

/** Makes everybody else who wants this offer wait until the transaction ends. A retired offer is not found. */
export async function lockOffer(tx: Transaction<DB>, offerId: string): Promise<Offer | undefined> {
  return tx
    .selectFrom('offer')
    .innerJoin('activity', 'activity.id', 'offer.activity_id')
    .innerJoin('ledger.period as period', 'period.id', 'activity.period')
    .select(offerColumns)
    .where('offer.id', '=', offerId)
    .where('retired', '=', false)
    .forNoKeyUpdate('offer')
    .$castTo<Offer>()
    .executeTakeFirst();
}

/** The offers of the current content with what one fan has of each, in the operator's order. */
export async function listOffers(
  db: Kysely<DB>,
  fanId: number | undefined,
): Promise<(Offer & { readonly exchangedByMe: number | null })[]> {
  return db
    .selectFrom('offer')
    .innerJoin('activity', 'activity.id', 'offer.activity_id')
    .innerJoin('ledger.period as period', 'period.id', 'activity.period')
    .leftJoin('offer_fan as mine', (join) =>
      join.onRef('mine.offer_id', '=', 'offer.id').on('mine.fan_id', '=', fanId ?? null),
    )
    .select([...offerColumns, 'mine.exchanged as exchangedByMe'])
    .where('retired', '=', false)
    .orderBy('offer.position')
    .orderBy('offer.id')
    .$castTo<Offer & { readonly exchangedByMe: number | null }>()
    .execute();
}

/** How many of an offer a fan has. Read under the lock of the offer, it stays true until the transaction ends. */
export async function countExchangedByFan(
  tx: Transaction<DB>,
  { offerId, fanId }: { offerId: string; fanId: number },
): Promise<number> {
  const row = await tx
    .selectFrom('offer_fan')
    .select('exchanged')
    .where('offer_id', '=', offerId)
    .where('fan_id', '=', fanId)
    .executeTakeFirst();
  return row?.exchanged ?? 0;
}

/** Takes from the stock, and counts on the fan's limit. The offer must be locked. */
export async function takeStock(
  tx: Transaction<DB>,
  { offer, fanId, num }: { offer: Offer; fanId: number; num: number },
): Promise<void> {
  await tx
    .updateTable('offer')
    .set((offers) => ({ exchanged: offers('exchanged', '+', num) }))
    .where('id', '=', offer.offerId)
    .execute();
  await tx
    .insertInto('offer_fan')
    .values({ offer_id: offer.offerId, fan_id: fanId, exchanged: num, per_fan_limit: offer.perFanLimit })
    .onConflict((conflict) =>
      conflict.columns(['offer_id', 'fan_id']).doUpdateSet((rows) => ({
        exchanged: rows('offer_fan.exchanged', '+', num),
        per_fan_limit: offer.perFanLimit,
      })),
    )
    .execute();
}

export async function insertExchange(
  tx: Transaction<DB>,
  exchange: {
    fanId: number;
    offerId: string;
    num: number;
    paid: number;
    received: number;
    asset: string;
    key: string;
    exchangedAt: Date;
  },
): Promise<{ id: number }> {
  return tx
    .insertInto('exchange')
    .values({
      fan_id: exchange.fanId,
      offer_id: exchange.offerId,
      num: exchange.num,
      paid: exchange.paid,
      received: exchange.received,
      asset: exchange.asset,
      key: exchange.key,
      exchanged_at: exchange.exchangedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}
