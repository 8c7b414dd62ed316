import { type Kysely, sql, type Transaction, type RawBuilder } from 'kysely';
import { deleteWhere } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Week } from './weeks.rules.ts';
import { earningCodes } from './reasons.ts';

/** Transfers that one transaction reads: it takes far less time than a statement may. */
const mostAtOnce = 10_000;

/**
 * Adds to the totals what was earned since the last time, a stretch of the journal in each transaction, together with the
 * cursor behind it. So whatever has piled up is caught up with, and what was counted stays counted if a process dies. Read
 * by two at once, the second waits for each stretch of the first and goes on behind it.
 *
 * @param weeks the running week and the next: a clock of another replica may be ahead.
 * @param most transfers of one stretch
 */
export async function countEarned(
  db: Kysely<DB>,
  weeks: readonly [Week, Week],
  most: number = mostAtOnce,
): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await transactionWithRetry(db, (tx) => countNextStretch(tx, weeks, most));
}

/** Answers whether there is more to count. */
async function countNextStretch(tx: Transaction<DB>, weeks: readonly [Week, Week], most: number): Promise<boolean> {
  const from = await lockCursor(tx);
  const books = await readMonthBooks(tx);
  const { until, isMore } = await readStretchEnd(tx, { books, from, most });
  await addEarned(tx, { books, from, until }, weeks);
  await tx.updateTable('points_earned_cursor').set({ xid: until }).execute();
  return isMore;
}

/** How far the journal is counted. Until the transaction ends nobody else counts. */
async function lockCursor(tx: Transaction<DB>): Promise<string> {
  const { xid } = await tx.selectFrom('points_earned_cursor').select('xid').forUpdate().executeTakeFirstOrThrow();
  return xid;
}

async function addEarned(tx: Transaction<DB>, stretch: Stretch, [week, next]: readonly [Week, Week]): Promise<void> {
  await sql`
    insert into points_earned as p (span, fan_id, points)
    select s.span, e.fan, sum(e.amount)
      from (${earnedTransfers(stretch)}) e
     cross join lateral (
       values ('allTime'), (case when e.received_at >= ${next.startsAt}::timestamptz then ${next.name}
                                 when e.received_at >= ${week.startsAt}::timestamptz then ${week.name} end)) s (span)
     where s.span is not null
     group by s.span, e.fan
     order by s.span, e.fan
    on conflict (span, fan_id) do update set points = p.points + excluded.points`.execute(tx);
}

/** Clears the totals of weeks before one. It waits for nobody who counts, and nobody who counts for it. */
export async function clearWeeksBefore(db: Kysely<DB>, week: Week): Promise<void> {
  const condition = sql`span < ${week.name} and span <> 'allTime'`;
  await deleteWhere(db, { table: 'points_earned', condition, order: sql`span, fan_id` });
}

/**
 * Takes a fan out of the rankings, in the transaction that erases them. With the cursor locked until then, nobody who
 * still saw the fan can put them back.
 */
export async function forgetEarned(tx: Transaction<DB>, fanId: number): Promise<void> {
  await lockCursor(tx);
  await tx.deleteFrom('points_earned').where('fan_id', '=', fanId).execute();
}

/** A stretch of the journal: the transfers of the transactions from one id on, to before another. */
type Stretch = { readonly books: readonly number[]; readonly from: string; readonly until: string };

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
async function readStretchEnd(
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
