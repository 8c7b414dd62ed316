import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { nftUrl } from '#/modules/art/index.ts';
import { editionState, leftOf, offerState } from './goods.rules.ts';
import { type ListedEdition, readTaken } from './editions.store.ts';
import type { PersonalData } from '#/services.ts';
import { activityRows } from '#/modules/elections/index.ts';
import { listOffers } from './offers.store.ts';

type VotePacks = DataOf<Contract['GET /activity/api/v1/vote/saleGoods']>;

/**
 * Returns the vote packs of an activity in the operator's order.
 *
 * @throws Refusal ACTIVITY_NOT_FOUND
 */
export async function readVotePacks(
  db: Kysely<DB>,
  { activityId, language, at }: { activityId: string; language: Language; at: Date },
): Promise<VotePacks> {
  const activity = await db
    .selectFrom(activityRows.as('activity'))
    .innerJoin('ledger.period as period', 'period.id', 'activity.period')
    .select(['period.status', 'period.closes_at as closesAt'])
    .where('activity.id', '=', activityId)
    .executeTakeFirst();
  if (!activity) throw new Refusal('ACTIVITY_NOT_FOUND');
  const state = activity.status === 'closed' || at >= activity.closesAt ? 'ended' : 'open';
  const packs = await db
    .selectFrom('vote_pack')
    .select((columns) => [
      'id',
      columns.ref('title').$castTo<Readonly<Record<Language, string>>>().as('title'),
      'votes',
      'bonus_votes',
      'price',
    ])
    .where('activity_id', '=', activityId)
    .where('retired', '=', false)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return packs.map((pack) => ({
    goodsId: pack.id,
    title: pack.title[language],
    votes: pack.votes,
    bonusVotes: pack.bonus_votes,
    price: pack.price,
    state,
  }));
}

type NftList = DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointToNftList']>;

type NftListQuestion = {
  readonly editions: readonly ListedEdition[];
  /** Undefined for an anonymous caller. */
  readonly fanId: number | undefined;
  readonly language: Language;
  readonly at: Date;
};

/** Returns the NFTs for Points, including editions that are not open yet or have ended. */
export async function readNftList(
  db: Kysely<DB>,
  { editions, fanId, language, at }: NftListQuestion,
): Promise<NftList> {
  const taken = fanId === undefined ? undefined : await readTaken(db, fanId);
  return editions.map((edition) => ({
    goodsId: edition.editionId,
    title: edition.title[language],
    description: edition.description[language],
    pictureUrl: nftUrl(edition.pictureSeed),
    size: edition.size,
    left: edition.left,
    price: edition.price,
    perFanLimit: edition.perFanLimit,
    boughtByMe: taken?.get(edition.editionId) ?? 0,
    state: editionState(edition, { left: edition.left, at }),
    opensAt: edition.opensAt.toISOString(),
    closesAt: edition.closesAt?.toISOString() ?? null,
  }));
}

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

type ExchangesQuestion = PageRequest & {
  readonly fanId: number;
  /** Limits the list to the offers of one activity. */
  readonly activityId?: string | undefined;
  readonly language: Language;
};

/**
 * Returns a page of a fan's exchanges, newest first. A retired offer keeps its title, because records outlive offers.
 */
export async function readExchangeRecord(
  db: Kysely<DB>,
  { fanId, activityId, language, ...asked }: ExchangesQuestion,
): Promise<ExchangeRecord> {
  const exchanges = db
    .selectFrom('exchange')
    .innerJoin('offer', 'offer.id', 'exchange.offer_id')
    .where('exchange.fan_id', '=', fanId)
    .$if(activityId !== undefined, (all) => all.where('offer.activity_id', '=', activityId ?? ''));
  const page = await readPage(db, asked, {
    rows: exchanges
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
      .orderBy('exchange.id', 'desc'),
    total: exchanges.select((columns) => columns.fn.countAll<number>().as('total')),
  });
  const list = page.list.map((row) => ({
    exchangeId: String(row.id),
    offerId: row.offer_id,
    title: row.title[language],
    num: row.num,
    paid: row.paid,
    received: { assetName: row.asset, amount: row.received },
    exchangedAt: row.exchanged_at.toISOString(),
  }));
  return { ...page, list };
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
