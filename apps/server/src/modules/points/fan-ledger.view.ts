import { type Kysely, sql } from 'kysely';
import type { Contract, DataOf, Language } from '@lightstick/contract';
import { withName } from '#/config/brand.ts';
import { limitThrough, limitTo, type PageRequest } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { forgetEarned } from './earned-points.store.ts';
import { earningCodes, pointKind, type PointKind } from './reasons.ts';

async function readBalances(db: Kysely<DB>, fanId: number) {
  const { rows } = await sql<{ assetName: string; available: number; held: number }>`
    select u.name as "assetName", a.balance - a.held as available, a.held
      from ledger.account a join ledger.unit u on u.id = a.unit
     where a.fan = ${fanId}
     order by u.id`.execute(db);
  return rows;
}

type TransferRow = {
  readonly id: number;
  readonly name: string;
  readonly amount: number;
  readonly balance_after: number;
  readonly reason: string;
  readonly received_at: Date;
};

/**
 * Returns the newest transfers of a fan in all books, and their total number. Each account's are in the order of its chain:
 * a batch of votes takes ids in any order, so a transfer is listed by the lowest id from it to its account's newest.
 */
async function readNewestTransfers(db: Kysely<DB>, fanId: number, most: number) {
  const counted = await sql<{ total: number }>`
    select coalesce(sum(seq), 0)::bigint as total from ledger.account where fan = ${fanId}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const books = await readBooks(db);
  const { rows } = await sql<TransferRow>`
    select t.id, u.name, t.direction * t.amount as amount, t.balance_after, r.name as reason, t.received_at
      from (select *, min(id) over (partition by unit order by seq desc) as listed_as
              from ledger.transfer
             where book = any(${books}::int[]) and fan = ${fanId}) t
      join ledger.unit u on u.id = t.unit
      join ledger.reason r on r.code = t.reason
     order by t.listed_as desc, t.seq desc
     limit ${most}`.execute(db);
  return {
    total,
    rows: rows.map((row) => ({
      transferId: String(row.id),
      assetName: row.name,
      amount: row.amount,
      balanceAfter: row.balance_after,
      reason: row.reason,
      receivedAt: row.received_at.toISOString(),
    })),
  };
}

/** Lists all books: with the book named, each look-up uses the index that begins with the book. */
async function readBooks(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ledger.month_book union all select id from ledger.period`.execute(db);
  return rows.map(({ id }) => id);
}

/** Balances and transfers stay; a deleted account leaves the rankings. */
export const pointsPersonalData: PersonalData = {
  erased: ['points_earned'],
  kept: {
    'ledger.account': 'Every balance is the sum of its transfers.',
    'ledger.lot': 'Says until when a balance lasts; a fan stands in it by number alone.',
    'ledger.transfer': 'The journal is append-only; a fan stands in it by number alone.',
  },
  erase: (tx, { id }) => forgetEarned(tx, id),
  async copy(db, { fan, mostRows }) {
    return {
      balances: await readBalances(db, fan.id),
      transfers: await readNewestTransfers(db, fan.id, mostRows),
    };
  },
};

type ReceivedPoints = DataOf<Contract['POST /wallet/api/v1/userExpand/getReceivedPointRecords']>;

/** The transfer keys of one fan's Points of one kind that need titles. */
export type TitleQuestion = {
  readonly fanId: number;
  readonly keys: readonly string[];
  readonly language: Language;
  /** The time of the question. */
  readonly at: Date;
};

/** Returns titles by key, in one query per page; supplied by the modules that pay the Points. */
export type TitleSource = (question: TitleQuestion) => Promise<ReadonlyMap<string, string>>;

export type TitleSources = Readonly<Record<Exclude<PointKind, 'gift'>, TitleSource>>;

const giftTitle: Readonly<Record<Language, string>> = { en_US: 'A gift from {product}', zh_TW: '{product} 的禮物' };

type ReceivedRow = { id: number; amount: number; reason: number; key: string; received_at: Date };
type FanLedgerQuery = PageRequest & { fanId: number; language: Language; product: string; at: Date };

/**
 * Returns a page of the Points a fan received, newest first, from the journal. The primary key of each month's book
 * finds the account, so a page costs one look-up per month and the rows before it.
 */
export async function readReceivedPoints(
  db: Kysely<DB>,
  titles: TitleSources,
  { fanId, language, product, at, pageNum, pageSize }: FanLedgerQuery,
): Promise<ReceivedPoints> {
  const page = { pageNum, pageSize };
  const received = sql`
    ledger.transfer t
     where t.book = b.id and t.fan = ${fanId} and t.unit = (select id from ledger.unit where name = 'POINT')
       and t.direction = 1 and t.reason = any(${earningCodes}::smallint[])`;
  const { rows } = await sql<ReceivedRow>`
    select r.id, r.amount, r.reason, r.key, r.received_at
      from ledger.month_book b
     cross join lateral (select t.* from ${received} order by t.seq desc ${limitThrough(page)}) r
     order by r.seq desc
     ${limitTo(page)}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select coalesce(sum(c.count), 0)::bigint as total
      from ledger.month_book b cross join lateral (select count(*) from ${received}) c`.execute(db);

  const titleOf = await readTitles(titles, { fanId, language, product, at, rows });
  const list = rows.map((row) => ({
    transferId: String(row.id),
    kind: pointKind(row.reason),
    title: titleOf(row),
    points: row.amount,
    receivedAt: row.received_at.toISOString(),
  }));
  return { list, total: counts[0]?.total ?? 0, ...page };
}

/** Asks for a page's titles, once per kind. */
async function readTitles(
  sources: TitleSources,
  {
    fanId,
    language,
    product,
    at,
    rows,
  }: Pick<FanLedgerQuery, 'fanId' | 'language' | 'product' | 'at'> & { rows: readonly ReceivedRow[] },
): Promise<(row: ReceivedRow) => string> {
  const byKind = Map.groupBy(rows, (row) => pointKind(row.reason));
  const titles = new Map<string, string>();
  for (const [kind, ofKind] of byKind) {
    if (kind === 'gift') continue;
    const keys = ofKind.map((row) => row.key);
    for (const [key, title] of await sources[kind]({ fanId, keys, language, at })) titles.set(key, title);
  }
  return ({ id, reason, key }) => {
    const title = pointKind(reason) === 'gift' ? withName(giftTitle[language], product) : titles.get(key);
    if (title === undefined) throw new Error(`Nothing tells what the Points of transfer ${id} are for`);
    return title;
  };
}
