import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';

type VotePacks = DataOf<Contract['GET /activity/api/v1/vote/saleGoods']>;

/**
 * The vote packs of an activity, in the operator's order.
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
