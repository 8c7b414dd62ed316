import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { SocialProvider } from '#/config/providers.ts';
import type { DB } from '#/db/schema.ts';
import type { MyData } from '#/services.ts';

type MediaInfo = DataOf<Contract['POST /task/api/v1/task/getMediaInfo']>;

/** Reads a fan's linked social accounts, and whether one of them has earned rewards for another fan. */
export async function readMediaInfo(db: Kysely<DB>, fanId: number): Promise<MediaInfo> {
  const links = await db
    .selectFrom('social_account as a')
    .select((is) => [
      'a.provider',
      'a.name',
      'a.link_id as linkId',
      is
        .exists(
          is
            .selectFrom('social_reward as r')
            .select('r.fan_id')
            .whereRef('r.provider', '=', 'a.provider')
            .whereRef('r.subject_hash', '=', 'a.subject_hash')
            .whereRef('r.fan_id', '<>', 'a.fan_id'),
        )
        .as('earnedElsewhere'),
    ])
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

/** Reads the ids of a fan's links by provider. */
export async function readLinks(db: Kysely<DB>, fanId: number): Promise<ReadonlyMap<SocialProvider, string>> {
  const rows = await db
    .selectFrom('social_account')
    .select(['provider', 'link_id'])
    .where('fan_id', '=', fanId)
    .where('released_at', 'is', null)
    .$castTo<{ provider: SocialProvider; link_id: string }>()
    .execute();
  return new Map(rows.map((row) => [row.provider, row.link_id]));
}

/** Lists a fan's linked accounts, the newest first. */
export async function listLinkedAccounts(db: Kysely<DB>, fanId: number): Promise<MyData['socialAccounts']> {
  const rows = await db
    .selectFrom('social_account')
    .select(['provider', 'name', 'subject', 'linked_at as linkedAt'])
    .where('fan_id', '=', fanId)
    .where('released_at', 'is', null)
    .orderBy('linked_at', 'desc')
    .$narrowType<{ name: string; subject: string }>()
    .execute();
  return rows.map((row) => ({ ...row, linkedAt: row.linkedAt.toISOString() }));
}
