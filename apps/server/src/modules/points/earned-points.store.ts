import { type Kysely, sql, type Transaction, type RawBuilder } from 'kysely';
import { deleteWhere } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Week } from './points.rules.ts';
import { rankedCodes } from './reasons.ts';

/** Transfers read in one transaction; the read stays far below the statement timeout. */
const mostAtOnce = 10_000;

/**
 * Adds newly earned Points to the totals, batch by batch. Each transaction also moves the cursor, so a crash counts no
 * transfer twice. Concurrent runs serialise on the cursor.
 *
 * @param weeks the current week and the next: the clock of another replica may be ahead.
 * @param most transfers per batch
 */
export async function countEarned(
  db: Kysely<DB>,
  weeks: readonly [Week, Week],
  most: number = mostAtOnce,
): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await transactionWithRetry(db, (tx) => countNextStretch(tx, weeks, most));
}

/** Returns whether more transfers are left to count. */
async function countNextStretch(tx: Transaction<DB>, weeks: readonly [Week, Week], most: number): Promise<boolean> {
  const from = await lockCursor(tx);
  const books = await readMonthBooks(tx);
  const { until, isMore } = await readStretchEnd(tx, { books, from, most });
  await addEarned(tx, { books, from, until }, weeks);
  await tx.updateTable('points_earned_cursor').set({ xid: until }).execute();
  return isMore;
}

/** Locks the journal cursor until the transaction ends, so that runs serialise. */
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

/** Deletes the totals of earlier weeks. It takes no lock that counting needs. */
export async function clearWeeksBefore(db: Kysely<DB>, week: Week): Promise<void> {
  const condition = sql`span < ${week.name} and span <> 'allTime'`;
  await deleteWhere(db, { table: 'points_earned', condition, order: sql`span, fan_id` });
}

/**
 * Removes a fan from the rankings in the erasing transaction. The cursor lock keeps a concurrent run from re-adding the
 * fan.
 */
export async function forgetEarned(tx: Transaction<DB>, fanId: number): Promise<void> {
  await lockCursor(tx);
  await tx.deleteFrom('points_earned').where('fan_id', '=', fanId).execute();
}

/** A batch of the journal: transfers whose transaction id is from `from` (inclusive) to `until` (exclusive). */
type Stretch = { readonly books: readonly number[]; readonly from: string; readonly until: string };

/** Lists the books that can contain Points, so that the planner skips the books of votes. */
export async function readMonthBooks(tx: Transaction<DB>): Promise<number[]> {
  const books = await tx.selectFrom('ledger.month_book').select('id').execute();
  return books.flatMap(({ id }) => (id === null ? [] : [id]));
}

/**
 * Finds where a batch ends: after `most` transfers, or at the horizon, because transactions commit out of id order. A
 * transaction is never split, so each batch makes progress.
 */
async function readStretchEnd(
  tx: Transaction<DB>,
  stretch: Omit<Stretch, 'until'> & { readonly most: number },
): Promise<{ readonly until: string; readonly isMore: boolean }> {
  const { rows } = await stretchEnd(stretch).execute(tx);
  const [end] = rows;
  if (!end) throw new Error('The database returned no horizon');
  return end;
}

/** Reads each book by its index (xid, id). */
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

/** The Points that fans ever earned, for statements that join them. A job counts them, so they are up to a minute old. */
export const earnedRows = sql`(select fan_id, points from points_earned where span = 'allTime')`;

/** Selects the Points earned in a batch. Simulated and erased fans have no ranking. */
export function earnedTransfers({ books, from, until }: Stretch): RawBuilder<unknown> {
  return sql`
    select x.fan, x.amount, x.received_at
      from ledger.transfer x
      join fan f on f.id = x.fan and not f.simulated and f.erased_at is null
     where x.book = any(${books}::int[]) and x.xid >= ${from}::xid8 and x.xid < ${until}::xid8
       and x.unit = (select id from ledger.unit where name = 'POINT')
       and x.direction = 1 and x.reason = any(${rankedCodes}::smallint[])`;
}
