import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteWhere } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/transaction-with-retry.ts';
import { earnedTransfers, readMonthBooks, readStretchEnd, type Stretch } from './earned-transfers.view.ts';
import type { Week } from './span.rules.ts';

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
