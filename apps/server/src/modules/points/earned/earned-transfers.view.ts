import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { earningCodes } from '../reasons.ts';

/** A stretch of the journal: the transfers of the transactions from one id on, to before another. */
export type Stretch = { readonly books: readonly number[]; readonly from: string; readonly until: string };

/** The books in which Points can be. Naming them is what keeps the planner from reading the votes' books as well. */
export async function readMonthBooks(tx: Transaction<DB>): Promise<number[]> {
  const books = await tx.selectFrom('ledger.month_book').select('id').execute();
  return books.flatMap(({ id }) => (id === null ? [] : [id]));
}

/**
 * Where a stretch that begins at a transaction ends, and whether more follows: after `most` transfers, or at the horizon,
 * before which every transaction is over for certain. Ids are given in another order than they are committed, so what lies
 * beyond may still grow. The first transaction is never cut, whatever its size, so that every stretch goes on.
 */
export async function readStretchEnd(
  tx: Transaction<DB>,
  stretch: Omit<Stretch, 'until'> & { readonly most: number },
): Promise<{ readonly until: string; readonly isMore: boolean }> {
  const { rows } = await stretchEnd(stretch).execute(tx);
  const [end] = rows;
  if (!end) throw new Error('The database told no horizon');
  return end;
}

/** Costs the transfers of the stretch: each book is read by its index (xid, id). */
export function stretchEnd({
  books,
  from,
  most,
}: Omit<Stretch, 'until'> & { readonly most: number }): RawBuilder<{ until: string; isMore: boolean }> {
  return sql`
    select greatest(${from}::xid8, least(h.xid, next.xid)) as until, next.xid < h.xid is true as "isMore"
      from (select pg_snapshot_xmin(pg_current_snapshot()) as xid) h
      left join (select x.xid from ledger.transfer x
                  where x.book = any(${books}::int[]) and x.xid > ${from}::xid8
                  order by x.xid, x.id
                  limit 1 offset ${most}) next on true`;
}

/** The Points that fans earned in a stretch of the journal. Simulated fans and those who were erased are in no ranking. */
export function earnedTransfers({ books, from, until }: Stretch): RawBuilder<unknown> {
  return sql`
    select x.fan, x.amount, x.received_at
      from ledger.transfer x
      join fan f on f.id = x.fan and not f.simulated and f.erased_at is null
     where x.book = any(${books}::int[]) and x.xid >= ${from}::xid8 and x.xid < ${until}::xid8
       and x.unit = (select id from ledger.unit where name = 'POINT')
       and x.direction = 1 and x.reason = any(${earningCodes}::smallint[])`;
}
