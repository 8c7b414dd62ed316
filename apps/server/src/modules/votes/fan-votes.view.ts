import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { addDays, localDateAt, startOfLocalDate } from '#/calendar/local-date.ts';
import type { Activity } from './activities.view.ts';
import { ticketsConvertedOn } from './conversions.store.ts';
import { votesLeft } from './votes-left.rules.ts';

type Row = {
  name: string;
  available: number;
  dayVotes: number;
  dayFree: number;
  endingStep: number;
  endingVotes: number;
};

/** What a fan can still cast in an activity. The day is the activity's own, at the moment asked about. */
export async function readVoteNum(
  db: Kysely<DB>,
  { fan, activity, at }: { fan: { readonly id: number; readonly joinedAt: Date }; activity: Activity; at: Date },
) {
  const { rows } = await sql<Row>`
    select u.name, a.balance - a.held as available,
           case when a.day >= today.day then a.day_votes else 0 end as "dayVotes",
           case when a.day >= today.day then a.day_free else 0 end as "dayFree",
           a.ending_step as "endingStep", a.ending_votes as "endingVotes"
      from ledger.unit u
      join ledger.account a on a.unit = u.id and a.fan = ${fan.id}
     cross join (select (${at}::timestamptz at time zone ${activity.timeZone})::date as day) today
     where u.name in (${activity.voteAsset}, ${activity.ticketAsset})`.execute(db);
  const votes = rows.find((row) => row.name === activity.voteAsset);
  const tickets = rows.find((row) => row.name === activity.ticketAsset);
  const mayVoteFrom = new Date(fan.joinedAt.getTime() + activity.minAccountAgeMs);
  const day = localDateAt(at, activity.timeZone);
  const limits = { ...activity, paidShareMaxPercent: activity.ruleSet?.document.paidShareMaxPercent ?? null };
  return {
    votes: votes?.available ?? 0,
    tickets: tickets?.available ?? 0,
    freeVotesToday: Math.max(0, activity.freeVotesPerDay - (votes?.dayFree ?? 0)),
    usedToday: votes?.dayVotes ?? 0,
    dailyCap: activity.dailyCap,
    ticketsToday: await ticketsConvertedOn(db, { fanId: fan.id, activityId: activity.id, day }),
    dayEndsAt: startOfLocalDate(addDays(day, 1), activity.timeZone).toISOString(),
    left: votesLeft(limits, votes ?? nothingCast, at),
    mayVoteFrom: activity.minAccountAgeMs > 0 && mayVoteFrom > at ? mayVoteFrom.toISOString() : null,
  };
}

const nothingCast = { dayVotes: 0, dayFree: 0, endingStep: 0, endingVotes: 0 };

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
