import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { leftOf, offerState } from './offer.rules.ts';
import { listOffers } from './offers.store.ts';

type OfferList = DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointExchangeList']>;

/** Returns the offers of tickets for Points, including those that are not open yet or have ended. */
export async function readOfferList(
  db: Kysely<DB>,
  { fanId, language, at }: { fanId: number | undefined; language: Language; at: Date },
): Promise<OfferList> {
  const offers = await listOffers(db, fanId);
  return offers.map((offer) => ({
    offerId: offer.offerId,
    title: offer.title[language],
    description: offer.description[language],
    activityId: offer.activityId,
    gives: { assetName: offer.givesAsset, amount: offer.givesAmount },
    price: offer.price,
    left: leftOf(offer),
    perFanLimit: offer.perFanLimit,
    exchangedByMe: offer.exchangedByMe ?? 0,
    state: offerState(offer, at),
    opensAt: offer.opensAt.toISOString(),
    closesAt: offer.closesAt?.toISOString() ?? null,
  }));
}

type ExchangeRecord = DataOf<Contract['GET /activity/api/v1/vote/getVoteExchangeRecord']>;
type Title = Readonly<Record<Language, string>>;

type Question = {
  readonly fanId: number;
  /** Limits the list to the offers of one activity. */
  readonly activityId?: string | undefined;
  readonly language: Language;
  readonly pageNum: number;
  readonly pageSize: number;
};

/**
 * Returns a page of a fan's exchanges, newest first. A retired offer keeps its title, because records outlive offers.
 */
export async function readExchangeRecord(
  db: Kysely<DB>,
  { fanId, activityId, language, pageNum, pageSize }: Question,
): Promise<ExchangeRecord> {
  const exchanges = db
    .selectFrom('exchange')
    .innerJoin('offer', 'offer.id', 'exchange.offer_id')
    .where('exchange.fan_id', '=', fanId)
    .$if(activityId !== undefined, (all) => all.where('offer.activity_id', '=', activityId ?? ''));
  const rows = await exchanges
    .select((columns) => [
      'exchange.id',
      'exchange.offer_id',
      columns.ref('offer.title').$castTo<Title>().as('title'),
      'exchange.num',
      'exchange.paid',
      'exchange.received',
      'exchange.asset',
      'exchange.exchanged_at',
    ])
    .orderBy('exchange.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const { total } = await exchanges
    .select((columns) => columns.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();

  const list = rows.map((row) => ({
    exchangeId: String(row.id),
    offerId: row.offer_id,
    title: row.title[language],
    num: row.num,
    paid: row.paid,
    received: { assetName: row.asset, amount: row.received },
    exchangedAt: row.exchanged_at.toISOString(),
  }));
  return { list, total, pageNum, pageSize };
}

/** Exchanges stay, because ledger postings refer to them. */
export const exchangePersonalData: PersonalData = {
  erased: [],
  kept: {
    exchange: 'An exchange explains a posting of the ledger, under the same key.',
    offer_fan: 'What fans have of an offer adds up to its stock.',
  },
  async copy(db, { fan, language, mostRows }) {
    const { total, list } = await readExchangeRecord(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    return { exchanges: { total, rows: list } };
  },
};
