import type { BadgeId } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { dayActs, deleteFanDays } from './fan-days.store.ts';
import type { FanDay } from './progress.rules.ts';

/** The days say what a fan does and when, and explain nothing else, so they go with the fan. */
export const progressPersonalData: PersonalData = {
  erased: ['fan_day', 'fan_level', 'shown_badge'],
  kept: {},
  erase: (tx, { id }) => deleteFanDays(tx, id),
  async copy(db, { fan, mostRows }) {
    const days = await db
      .selectFrom('fan_day')
      .select([sql<string>`day::text`.as('day'), 'votes', 'tasks', 'places', 'at_night as atNight'])
      .select('mended_at as mendedAt')
      .where('fan_id', '=', fan.id)
      .orderBy('day', 'desc')
      .execute();
    const rows = days.slice(0, mostRows).map((day) => ({ ...day, mendedAt: day.mendedAt?.toISOString() ?? null }));
    return { fanDays: { total: days.length, rows }, shownBadge: await readShownBadge(db, fan.id) };
  },
};

/** Returns the badge that a fan shows beside the name; null for none. */
export async function readShownBadge(db: Kysely<DB>, fanId: number): Promise<BadgeId | null> {
  const row = await db
    .selectFrom('shown_badge')
    .select(sql<BadgeId>`badge`.as('badge'))
    .where('fan_id', '=', fanId)
    .executeTakeFirst();
  return row?.badge ?? null;
}

type Question = { readonly fanId: number; readonly at: Date; readonly timeZone: string };

/**
 * Reads a fan's days in their order, with what the job has not yet added: transfers from its cursor on, in the books of
 * open votes, of the month, and of before the first month. One statement, so that the job cannot move between both parts.
 */
export async function readFanDays(db: Kysely<DB>, { fanId, at, timeZone }: Question): Promise<FanDay[]> {
  const isUncounted = sql`
    t.fan = ${fanId} and t.xid >= (select xid from fan_day_cursor)
    and t.book in (select p.id from ledger.period p where p.status = 'open'
                    union all
                   select m.id from ledger.month_book m
                    where m.id = 0
                       or m.id >= to_char((${at}::timestamptz - interval '1 day') at time zone 'UTC', 'YYYYMM')::int)`;
  const { rows } = await sql<FanDay>`
    select d.day::text, sum(d.votes)::bigint as votes, sum(d.tasks)::bigint as tasks, sum(d.places)::bigint as places,
           bool_or(d.at_night) as "atNight", max(d.mended_at) as "mendedAt"
      from (select day, votes, tasks, places, at_night, mended_at from fan_day where fan_id = ${fanId}
             union all
            select a.day, a.votes, a.tasks, a.places, a.at_night, null from (${dayActs(timeZone, isUncounted)}) a) d
     group by d.day
     order by d.day`.execute(db);
  return rows;
}
