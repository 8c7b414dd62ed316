import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { assetLabel } from './assets.view.ts';
import { reasons } from './reasons.ts';

type ExpiryRecords = DataOf<Contract['POST /wallet/api/v1/userExpand/getExpiryRecords']>;

type Unit = { readonly name: string; readonly kind: string };
type Question = {
  readonly fanId: number;
  readonly at: Date;
  readonly language: Language;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** Returns what of a fan's assets will expire, soonest first, and a page of what has, newest first. */
export async function readExpiryRecords(
  db: Kysely<DB>,
  { fanId, at, language, pageNum, pageSize }: Question,
): Promise<ExpiryRecords> {
  const named = ({ name, kind, amount }: Unit & { amount: number }) => ({
    assetName: name,
    label: assetLabel({ name, kind }, amount, language),
    amount,
  });
  const [coming, past, months] = await Promise.all([
    listComing(db, { fanId, at }),
    readPast(db, { fanId, pageNum, pageSize }),
    readMonths(db),
  ]);
  return {
    list: past.rows.map((row) => ({
      transferId: String(row.id),
      ...named(row),
      expiredAt: row.received_at.toISOString(),
    })),
    total: past.total,
    pageNum,
    pageSize,
    coming: coming.map((row) => ({ ...named(row), at: row.at.toISOString() })),
    months,
  };
}

/** A fan's Points by month of expiry, and tickets and votes by the end of their use. */
async function listComing(
  db: Kysely<DB>,
  { fanId, at }: Pick<Question, 'fanId' | 'at'>,
): Promise<readonly (Unit & { amount: number; at: Date })[]> {
  const { rows } = await sql<Unit & { amount: number; at: Date }>`
    select u.name, u.kind, e.amount, e.at
      from ledger.account a
      join ledger.unit u on u.id = a.unit
     cross join lateral ledger.expiries(a.fan, a.unit) e
     where a.fan = ${fanId} and e.at > ${at}
     order by e.at, u.id`.execute(db);
  return rows;
}

type Past = Unit & { id: number; amount: number; received_at: Date };

/** Expiries stand in the months' books. The primary key of each finds the fan. */
async function readPast(
  db: Kysely<DB>,
  { fanId, pageNum, pageSize }: Pick<Question, 'fanId' | 'pageNum' | 'pageSize'>,
) {
  const skipped = (pageNum - 1) * pageSize;
  const expired = sql`
    ledger.transfer t
     where t.book = b.id and t.fan = ${fanId}
       and t.reason in (${reasons.points_expired.code}, ${reasons.tickets_lapsed.code})`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Past>`
      select r.id, u.name, u.kind, r.amount, r.received_at
        from ledger.month_book b
       cross join lateral (select t.* from ${expired} order by t.id desc limit ${skipped + pageSize}) r
        join ledger.unit u on u.id = r.unit
       order by r.received_at desc, r.id desc
       limit ${pageSize} offset ${skipped}`.execute(db),
    sql<{ total: number }>`
      select coalesce(sum(c.count), 0)::bigint as total
        from ledger.month_book b cross join lateral (select count(*) from ${expired}) c`.execute(db),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}

async function readMonths(db: Kysely<DB>): Promise<number | null> {
  const terms = await db.selectFrom('ledger.expiry_terms').select('months').executeTakeFirst();
  return terms?.months ?? null;
}
