import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { listOffers } from './mall.store.ts';
import { leftOf, offerState } from './offer.rules.ts';

type OfferList = DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointExchangeList']>;

/** The offers of Points for tickets, those not open yet and those that ended among them. */
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
