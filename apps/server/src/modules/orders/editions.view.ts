import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { nftUrl } from '#/modules/art/index.ts';
import { editionState } from './edition.rules.ts';
import { type ListedEdition, readTaken } from './editions.store.ts';

type NftList = DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointToNftList']>;

type Question = {
  readonly editions: readonly ListedEdition[];
  /** Nobody, where the caller is anonymous. */
  readonly fanId: number | undefined;
  readonly language: Language;
  readonly at: Date;
};

/** The NFTs for Points, those not open yet and those that ended among them. */
export async function readNftList(db: Kysely<DB>, { editions, fanId, language, at }: Question): Promise<NftList> {
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
