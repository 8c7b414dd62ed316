import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import type { Activity } from '#/modules/elections/index.ts';
import { reasons } from '#/modules/points/index.ts';
import { ticketsConvertedOn } from './conversions.store.ts';

type Row = {
  votes: number;
  tickets: number;
  usedToday: number;
  freeVotesToday: number;
  dailyCap: number | null;
  paidShare: number | null;
  ending: number | null;
  endingUntil: Date | null;
};

/** What a fan can still cast in an activity by the ledger's formula. The day is the activity's at that moment. */
export async function readVoteNum(
  db: Kysely<DB>,
  { fan, activity, at }: { fan: { readonly id: number; readonly joinedAt: Date }; activity: Activity; at: Date },
) {
  const { rows } = await sql<Row>`
    select coalesce(v.balance - v.held, 0) as votes,
           coalesce((select t.balance - t.held from ledger.unit u join ledger.account t on t.unit = u.id
                      where u.name = ${activity.ticketAsset} and t.fan = ${fan.id}), 0) as tickets,
           l.day_votes as "usedToday", l.free as "freeVotesToday", l.daily_cap as "dailyCap", l.paid_share as "paidShare",
           l.ending, l.ending_until as "endingUntil"
      from ledger.period p
      left join ledger.account v on v.unit = p.unit and v.fan = ${fan.id}
     cross join ledger.votes_left(p, v.day, v.day_votes, v.day_free, v.ending_step, v.ending_votes, ${at}) l
     where p.id = ${activity.period}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Activity ${activity.id} has no period`);
  const mayVoteFrom = new Date(fan.joinedAt.getTime() + activity.minAccountAgeMs);
  const day = localDateAt(at, activity.timeZone);
  return {
    votes: row.votes,
    tickets: row.tickets,
    freeVotesToday: row.freeVotesToday,
    usedToday: row.usedToday,
    dailyCap: activity.dailyCap,
    ticketsToday: await ticketsConvertedOn(db, { fanId: fan.id, activityId: activity.id, day }),
    dayEndsAt: startOfLocalDate(addDays(day, 1), activity.timeZone).toISOString(),
    left: {
      dailyCap: row.dailyCap,
      paidShare: row.paidShare,
      ending:
        row.ending === null ? null : { votes: row.ending, until: (row.endingUntil ?? activity.closesAt).toISOString() },
    },
    mayVoteFrom: activity.minAccountAgeMs > 0 && mayVoteFrom > at ? mayVoteFrom.toISOString() : null,
  };
}

/** The votes that a fan has cast within a time, in all elections, free ones included. */
export async function countVotes(
  db: Kysely<DB>,
  { fanId, from, until }: { fanId: number; from: Date; until: Date },
): Promise<number> {
  const { rows } = await sql<{ votes: number }>`
    select coalesce(sum(t.amount), 0)::bigint as votes
      from ledger.period p
      join ledger.transfer t on t.book = p.id and t.fan = ${fanId} and t.unit = p.unit
     where p.opens_at < ${until} and p.closes_at > ${from}
       and t.reason = ${reasons.vote.code} and t.received_at >= ${from} and t.received_at < ${until}`.execute(db);
  return rows[0]?.votes ?? 0;
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
