import type { Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { CampaignKind } from './campaigns.store.ts';

type Opening = {
  readonly planId: string;
  readonly luckKind: CampaignKind | 'packet';
  readonly luckId: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly opensAt: Date;
  readonly closesAt: Date;
};

/** Lists packets that open within ten minutes, and all luck that has opened within the last hour and is not over. */
export async function listOpenings(db: Kysely<DB>, at: Date): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    select plan_id as "planId", 'packet' as "luckKind", id as "luckId", title, opens_at as "opensAt",
           closes_at as "closesAt"
      from packet
     where opens_at <= ${at}::timestamptz + interval '10 minutes' and opens_at > ${at}::timestamptz - interval '1 hour'
       and closes_at > ${at} and ended_at is null and sold_out_at is null
    union all
    select plan_id, kind, id, title, opens_at, closes_at
      from campaign
     where opens_at <= ${at} and opens_at > ${at}::timestamptz - interval '1 hour'
       and closes_at > ${at} and ended_at is null
     order by "opensAt", "luckId"`.execute(db);
  return rows;
}

type RecentFans = { readonly at: Date; readonly after: number; readonly most: number };

/** Lists a section of the fans who took part in luck that opened within thirty days, after a fan. */
export async function listRecentFans(db: Kysely<DB>, { at, after, most }: RecentFans): Promise<number[]> {
  const since = sql`${at}::timestamptz - interval '30 days'`;
  const { rows } = await sql<{ fanId: number }>`
    select fan_id as "fanId" from (
      (select distinct fan_id from campaign_fan
        where fan_id > ${after} and campaign_id in (select id from campaign where opens_at > ${since})
        order by fan_id limit ${most})
      union
      (select distinct fan_id from packet_share
        where fan_id > ${after} and grabbed_at > ${since} order by fan_id limit ${most})) as recent
     order by fan_id limit ${most}`.execute(db);
  return rows.map(({ fanId }) => fanId);
}
