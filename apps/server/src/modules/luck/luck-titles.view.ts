import type { Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

type Row = { readonly key: string; readonly title: Readonly<Record<Language, string>> };

/** The titles of packets and campaigns by the keys of the postings that paid a fan. */
export async function readLuckTitles(
  db: Kysely<DB>,
  { fanId, keys, language }: { fanId: number; keys: readonly string[]; language: Language },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Row>`
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
