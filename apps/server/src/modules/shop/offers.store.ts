import { type Kysely, sql, type Transaction } from 'kysely';
import { lockClasses } from '#/db/lock-classes.ts';
import type { DB } from '#/db/schema.ts';
import { activityRows } from '#/modules/elections/index.ts';
import type { Offer } from './goods.rules.ts';

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

/**
 * Locks an offer until the transaction ends: exclusively with a stock, shared without one, so that fans wait only for a
 * limited stock. A retired offer is not found.
 */
export async function lockOffer(tx: Transaction<DB>, offerId: string): Promise<Offer | undefined> {
  const seen = await offerOf(tx, offerId).executeTakeFirst();
  if (!seen) return undefined;
  if (seen.stock === null) {
    await sql`select pg_advisory_xact_lock_shared(${lockClasses.offerStock}, hashtext(${offerId}))`.execute(tx);
    const offer = await offerOf(tx, offerId).executeTakeFirst();
    if (offer?.stock === null) return offer;
    // New content has given it a stock in the meantime.
  }
  return offerOf(tx, offerId).forNoKeyUpdate('offer').executeTakeFirst();
}

/** Lists the offers of a limited stock, whose buyers wait for each other. */
export async function listOffersWithStock(db: Kysely<DB>): Promise<ReadonlySet<string>> {
  const offers = await db.selectFrom('offer').select('id').where('stock', 'is not', null).execute();
  return new Set(offers.map(({ id }) => id));
}

function offerOf(tx: Transaction<DB>, offerId: string) {
  return tx
    .selectFrom('offer')
    .innerJoin(activityRows.as('activity'), 'activity.id', 'offer.activity_id')
    .innerJoin('ledger.period as period', 'period.id', 'activity.period')
    .select(offerColumns)
    .where('offer.id', '=', offerId)
    .where('retired', '=', false)
    .$castTo<Offer>();
}

/** Lists the offers of the current content in the operator's order, with a fan's count of each. */
export async function listOffers(
  db: Kysely<DB>,
  fanId: number | undefined,
): Promise<(Offer & { readonly exchangedByMe: number | null })[]> {
  return db
    .selectFrom('offer')
    .innerJoin(activityRows.as('activity'), 'activity.id', 'offer.activity_id')
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

/** Counts on the fan's limit; false above it. Concurrent exchanges of one fan for one offer serialise on this row. */
export async function countOnLimit(
  tx: Transaction<DB>,
  { offer, fanId, num }: { offer: Offer; fanId: number; num: number },
): Promise<boolean> {
  const most = offer.perFanLimit;
  const { rows } = await sql`
    insert into offer_fan as f (offer_id, fan_id, exchanged, per_fan_limit)
    select ${offer.offerId}, ${fanId}, ${num}::bigint, ${most}::integer
     where ${num}::bigint <= ${most}::integer is not false
    on conflict (offer_id, fan_id) do update
       set exchanged = f.exchanged + excluded.exchanged, per_fan_limit = excluded.per_fan_limit
     where f.exchanged + excluded.exchanged <= excluded.per_fan_limit is not false
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Counts an exchange against the stock; the caller must hold the lock of the offer. */
export async function takeStock(tx: Transaction<DB>, offer: Offer, num: number): Promise<void> {
  if (offer.stock === null) return;
  await tx
    .updateTable('offer')
    .set((offers) => ({ exchanged: offers('exchanged', '+', num) }))
    .where('id', '=', offer.offerId)
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
