import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { limitTo, type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { avatarUrlOf, nftUrl } from '#/modules/art/index.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { activityRows } from '#/modules/elections/index.ts';
import { editionRows } from '#/modules/shop/index.ts';
import type { Prize } from './campaigns.store.ts';
import type { DrawnPrize } from './participations.store.ts';

type Results = DataOf<Contract['GET /activity/api/v1/packet/getResults']>;

type ResultRow = {
  readonly position: number;
  readonly prizeId: string;
  readonly drawnAt: Date;
  readonly fanId: number;
  readonly nickname: string;
  readonly avatar_file: string | null;
  readonly avatar_seed: string;
};

/** Reads a page of results: the newest openings first, or the winners of a raffle by place. */
export async function readResults(
  db: Kysely<DB>,
  {
    campaignId,
    isRaffle,
    fanId,
    ...asked
  }: PageRequest & { campaignId: string; isRaffle: boolean; fanId: number | undefined },
): Promise<Results> {
  const drawn = isRaffle
    ? sql`select campaign_id, place as number, fan_id, position, won_at as drawn_at, place as listed from raffle_winner`
    : sql`select campaign_id, nonce as number, fan_id, position, opened_at as drawn_at, -nonce as listed
      from campaign_opening`;
  const page = await readPage(db, asked, {
    rows: sql<ResultRow>`
      select d.number as position, p.prize_id as "prizeId", d.drawn_at as "drawnAt", d.fan_id as "fanId", f.nickname,
             f.avatar_file, f.avatar_seed
        from (${drawn}) d
        join campaign_prize p on p.campaign_id = d.campaign_id and p.position = d.position
        join ${faceRows} f on f.id = d.fan_id
       where d.campaign_id = ${campaignId}
       order by d.listed`,
    total: sql<{ total: number }>`
      select coalesce(sum(drawn), 0)::integer as total from campaign_prize where campaign_id = ${campaignId}`,
  });
  const list = page.list.map((row) => ({
    position: row.position,
    nickname: row.nickname,
    avatarUrl: avatarUrlOf(row),
    isMe: row.fanId === fanId,
    prizeId: row.prizeId,
    drawnAt: row.drawnAt.toISOString(),
  }));
  return { ...page, list };
}

type LuckRecords = DataOf<Contract['GET /activity/api/v1/packet/getMyLuck']>;
type TextInBothLanguages = Readonly<Record<Language, string>>;

type RecordRow = {
  readonly recordId: string;
  readonly kind: LuckRecords['list'][number]['kind'];
  readonly subjectId: string;
  readonly title: TextInBothLanguages;
  /** The title of the prize. A packet's share has none, because the amount is the prize. */
  readonly prizeTitle: TextInBothLanguages | null;
  readonly asset: string | null;
  readonly amount: number | null;
  readonly assetActivityId: string | null;
  readonly editionId: string | null;
  readonly pictureSeed: string | null;
  readonly serial: number | null;
  readonly wonAt: Date;
};

/** Reads a page of what chance has brought a fan, newest first. */
export async function readMyLuck(
  db: Kysely<DB>,
  { fanId, language, pageNum, pageSize }: PageRequest & { fanId: number; language: Language },
): Promise<LuckRecords> {
  const won = sql`
    select 'packet ' || s.packet_id as record, 'packet' as kind, s.packet_id as subject, p.title,
      null::jsonb as prize_title,
           p.asset, s.amount, null as edition_id, null::integer as serial, s.grabbed_at as won_at
      from packet_share s join packet p on p.id = s.packet_id where s.fan_id = ${fanId}
    union all
    select o.campaign_id || ' ' || o.nonce, c.kind, o.campaign_id, c.title, z.title, z.asset, z.amount, z.edition_id,
      o.serial,
           o.opened_at
      from campaign_opening o
      join campaign c on c.id = o.campaign_id
      join campaign_prize z on z.campaign_id = o.campaign_id and z.position = o.position
     where o.fan_id = ${fanId}
    union all
    select w.campaign_id || ' ' || w.place, c.kind, w.campaign_id, c.title, z.title, z.asset, z.amount, z.edition_id,
      w.serial,
           w.won_at
      from raffle_winner w
      join campaign c on c.id = w.campaign_id
      join campaign_prize z on z.campaign_id = w.campaign_id and z.position = w.position
     where w.fan_id = ${fanId}`;
  const { rows } = await sql<RecordRow>`
    select w.record as "recordId", w.kind, w.subject as "subjectId", w.title, w.prize_title as "prizeTitle", w.asset,
      w.amount,
           a.id as "assetActivityId", w.edition_id as "editionId", e.picture_seed as "pictureSeed", w.serial,
           w.won_at as "wonAt"
      from (select * from (${won}) x order by won_at desc, record desc ${limitTo({ pageNum, pageSize })}) w
      left join ${activityRows} a on w.asset in (a.ticket_asset, a.vote_asset)
      left join ${editionRows} e on e.id = w.edition_id
     order by w.won_at desc, w.record desc`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total from (${won}) x`.execute(db);
  return { list: rows.map((row) => showRecord(row, language)), total: counts[0]?.total ?? 0, pageNum, pageSize };
}

function showRecord(row: RecordRow, language: Language): LuckRecords['list'][number] {
  const { recordId, kind, subjectId, asset, amount, assetActivityId, editionId, pictureSeed, serial } = row;
  return {
    recordId,
    kind,
    subjectId,
    title: row.title[language],
    prizeTitle: (row.prizeTitle ?? row.title)[language],
    gives: asset === null || amount === null ? null : { assetName: asset, activityId: assetActivityId, amount },
    goodsId: editionId,
    pictureUrl: pictureSeed === null ? null : nftUrl(pictureSeed),
    serial,
    wonAt: row.wonAt.toISOString(),
  };
}

/** Reads when a fan last took part in luck: a grabbed share, an opening or an entry. */
export async function readLastLuck(db: Kysely<DB>, fanId: number): Promise<Date | null> {
  const { rows } = await sql<{ last: Date | null }>`
    select greatest((select max(grabbed_at) from packet_share where fan_id = ${fanId}),
                    (select p.at from participation p where p.fan_id = ${fanId}
                      order by p.id desc limit 1)) as last`.execute(db);
  return rows[0]?.last ?? null;
}

/** Reads the titles of packets and campaigns by the keys of the postings that paid a fan. */
export async function readLuckTitles(
  db: Kysely<DB>,
  { fanId, keys, language }: { fanId: number; keys: readonly string[]; language: Language },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; title: TextInBothLanguages }>`
    select s.key, p.title from packet_share s join packet p on p.id = s.packet_id
     where s.fan_id = ${fanId} and s.key = any(${keys}::uuid[])
    union all
    select p.prize_key, c.title from participation p join campaign c on c.id = p.campaign_id
     where p.fan_id = ${fanId} and p.prize_key = any(${keys}::uuid[])
    union all
    select w.key, c.title from raffle_winner w join campaign c on c.id = w.campaign_id
     where w.fan_id = ${fanId} and w.key = any(${keys}::uuid[])`.execute(db);
  return new Map(rows.map(({ key, title }) => [key, title[language]]));
}

type ShownPrize = DataOf<Contract['POST /activity/api/v1/packet/drawRedEnvelopes']>['prize'];

/** Describes a prize as every answer shows it. */
export function showPrize(prize: Omit<Prize, 'position' | 'total' | 'drawn'>, language: Language) {
  const { prizeId, title, asset, amount, assetActivityId, editionId, pictureSeed, isRare } = prize;
  return {
    prizeId,
    title: title[language],
    gives: asset === null || amount === null ? null : { assetName: asset, activityId: assetActivityId, amount },
    goodsId: editionId,
    pictureUrl: pictureSeed === null ? null : nftUrl(pictureSeed),
    isRare,
  };
}

export function showDrawnPrize({ nonce, prize, serial }: DrawnPrize, language: Language): ShownPrize {
  return { nonce, ...showPrize(prize, language), serial };
}
