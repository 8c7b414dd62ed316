import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

type MediaInfo = DataOf<Contract['POST /task/api/v1/task/getMediaInfo']>;

/** A fan's linked social accounts, and whether one of them has earned rewards for another fan. */
export async function readMediaInfo(db: Kysely<DB>, fanId: number): Promise<MediaInfo> {
  const links = await db
    .selectFrom('social_account as a')
    .select(['a.provider', 'a.name', 'a.link_id as linkId'])
    .select(
      sql<boolean>`EXISTS (SELECT FROM social_reward r
        WHERE r.provider = a.provider AND r.subject_hash = a.subject_hash AND r.fan_id <> a.fan_id)`.as(
        'earnedElsewhere',
      ),
    )
    .where('a.fan_id', '=', fanId)
    .where('a.released_at', 'is', null)
    .execute();
  const twitter = links.find((link) => link.provider === 'twitter');
  const discord = links.find((link) => link.provider === 'discord');
  return {
    discordName: discord?.name ?? null,
    twitterName: twitter?.name ?? null,
    twitterToken: twitter?.linkId ?? null,
    discordToken: discord?.linkId ?? null,
    userReceiveTaskStatus: !links.some((link) => link.earnedElsewhere),
  };
}
