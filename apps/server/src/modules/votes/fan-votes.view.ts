import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Activity } from './activities.view.ts';

/** What a fan can still cast in an activity. The day is the activity's own, at the moment asked about. */
export async function readVoteNum(
  db: Kysely<DB>,
  { fanId, activity, at }: { fanId: number; activity: Activity; at: Date },
) {
  const { rows } = await sql<{ name: string; available: number; usedToday: number; freeToday: number }>`
    select u.name, a.balance - a.held as available,
           case when a.day >= today.day then a.day_votes else 0 end as "usedToday",
           case when a.day >= today.day then a.day_free else 0 end as "freeToday"
      from ledger.unit u
      join ledger.account a on a.unit = u.id and a.fan = ${fanId}
     cross join (select (${at}::timestamptz at time zone ${activity.timeZone})::date as day) today
     where u.name in (${activity.voteAsset}, ${activity.ticketAsset})`.execute(db);
  const votes = rows.find((row) => row.name === activity.voteAsset);
  const tickets = rows.find((row) => row.name === activity.ticketAsset);
  return {
    votes: votes?.available ?? 0,
    tickets: tickets?.available ?? 0,
    freeVotesToday: Math.max(0, activity.freeVotesPerDay - (votes?.freeToday ?? 0)),
    usedToday: votes?.usedToday ?? 0,
    dailyCap: activity.dailyCap,
  };
}

type Page = { readonly pageNum: number; readonly pageSize: number };

/** One page of a fan's conversions of tickets, newest first. */
export async function readConversions(
  db: Kysely<DB>,
  query: Page & { fanId: number; activityId?: string | undefined },
) {
  const conversions = db
    .selectFrom('ticket_conversion')
    .where('fan_id', '=', query.fanId)
    .$if(query.activityId !== undefined, (some) => some.where('activity_id', '=', query.activityId ?? ''));
  const [rows, { total }] = await Promise.all([
    conversions
      .selectAll()
      .orderBy('id', 'desc')
      .limit(query.pageSize)
      .offset((query.pageNum - 1) * query.pageSize)
      .execute(),
    conversions.select((all) => all.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const list = rows.map((row) => ({
    transferId: String(row.id),
    activityId: row.activity_id,
    tickets: row.tickets,
    votes: row.votes,
    transferredAt: row.converted_at.toISOString(),
  }));
  return { list, total, pageNum: query.pageNum, pageSize: query.pageSize };
}
