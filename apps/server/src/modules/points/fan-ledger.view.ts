import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { forgetEarned } from './earned-points.store.ts';

async function readBalances(db: Kysely<DB>, fanId: number) {
  const rows = await db
    .selectFrom('ledger.account as account')
    .innerJoin('ledger.unit as unit', 'unit.id', 'account.unit')
    .select(['unit.name', 'account.balance', 'account.held'])
    .where('account.fan', '=', fanId)
    .orderBy('unit.id')
    .execute();
  return rows.map(({ name, balance, held }) => ({ assetName: name, available: balance - held, held }));
}

type Row = {
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
  const { total } = await db
    .selectFrom('ledger.account')
    .select(sql<number>`coalesce(sum(seq), 0)::bigint`.as('total'))
    .where('fan', '=', fanId)
    .executeTakeFirstOrThrow();
  const books = await readBooks(db);
  const { rows } = await sql<Row>`
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

/** Balances and transfers stay for ever; a deleted account leaves the rankings. */
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
