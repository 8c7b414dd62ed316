import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { nftUrl } from '#/modules/art/index.ts';
import { editionState } from './edition.rules.ts';
import { type ListedEdition, readTaken } from './editions.store.ts';

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
    .selectFrom('activity')
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

type Question = {
  readonly editions: readonly ListedEdition[];
  /** Undefined for an anonymous caller. */
  readonly fanId: number | undefined;
  readonly language: Language;
  readonly at: Date;
};

/** Returns the NFTs for Points, including editions that are not open yet or have ended. */
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
