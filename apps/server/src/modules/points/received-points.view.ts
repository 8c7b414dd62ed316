import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { earningCodes, pointKind, type PointKind } from './reasons.ts';

type ReceivedPoints = DataOf<Contract['POST /wallet/api/v1/userExpand/getReceivedPointRecords']>;

/** The transfer keys of one fan's Points of one kind that need titles. */
export type TitleQuestion = {
  readonly fanId: number;
  readonly keys: readonly string[];
  readonly language: Language;
  /** When it is asked. */
  readonly at: Date;
};

/** Returns titles by key, in one query per page; supplied by the modules that pay the Points. */
export type TitleSource = (question: TitleQuestion) => Promise<ReadonlyMap<string, string>>;

export type TitleSources = Readonly<Record<Exclude<PointKind, 'gift'>, TitleSource>>;

const giftTitle: Readonly<Record<Language, string>> = { en_US: 'A gift from Lightstick', zh_TW: 'Lightstick 的禮物' };

type Row = { id: number; amount: number; reason: number; key: string; received_at: Date };
type Question = { fanId: number; language: Language; at: Date; pageNum: number; pageSize: number };

/**
 * Returns a page of the Points a fan received, newest first, from the journal. The primary key of each month's book
 * finds the account, so a page costs one look-up per month and the rows before it.
 */
export async function readReceivedPoints(
  db: Kysely<DB>,
  titles: TitleSources,
  { fanId, language, at, pageNum, pageSize }: Question,
): Promise<ReceivedPoints> {
  const skipped = (pageNum - 1) * pageSize;
  const received = sql`
    ledger.transfer t
     where t.book = b.id and t.fan = ${fanId} and t.unit = (select id from ledger.unit where name = 'POINT')
       and t.direction = 1 and t.reason = any(${earningCodes}::smallint[])`;
  const { rows } = await sql<Row>`
    select r.id, r.amount, r.reason, r.key, r.received_at
      from ledger.month_book b
     cross join lateral (select t.* from ${received} order by t.seq desc limit ${skipped + pageSize}) r
     order by r.seq desc
     limit ${pageSize} offset ${skipped}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select coalesce(sum(c.count), 0)::bigint as total
      from ledger.month_book b cross join lateral (select count(*) from ${received}) c`.execute(db);

  const titleOf = await readTitles(titles, { fanId, language, at, rows });
  const list = rows.map((row) => ({
    transferId: String(row.id),
    kind: pointKind(row.reason),
    title: titleOf(row),
    points: row.amount,
    receivedAt: row.received_at.toISOString(),
  }));
  return { list, total: counts[0]?.total ?? 0, pageNum, pageSize };
}

/** Asks for a page's titles, once per kind. */
async function readTitles(
  sources: TitleSources,
  { fanId, language, at, rows }: Pick<Question, 'fanId' | 'language' | 'at'> & { rows: readonly Row[] },
): Promise<(row: Row) => string> {
  const byKind = Map.groupBy(rows, (row) => pointKind(row.reason));
  const titles = new Map<string, string>();
  for (const [kind, ofKind] of byKind) {
    if (kind === 'gift') continue;
    const keys = ofKind.map((row) => row.key);
    for (const [key, title] of await sources[kind]({ fanId, keys, language, at })) titles.set(key, title);
  }
  return ({ id, reason, key }) => {
    const title = pointKind(reason) === 'gift' ? giftTitle[language] : titles.get(key);
    if (title === undefined) throw new Error(`Nothing tells what the Points of transfer ${id} are for`);
    return title;
  };
}
