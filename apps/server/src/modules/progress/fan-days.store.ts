import type { BadgeId } from '@lightstick/contract';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { accountRows } from '#/modules/identity/index.ts';
import { reasons } from '#/modules/points/index.ts';
import { levelOf, mostTasksOfADay } from './progress.rules.ts';

/** A vote that was set aside counts by its release, which has the time of the vote. */
const votes = sql`(t.reason = ${sql.lit(reasons.vote_released.code)}
            or (t.reason = ${sql.lit(reasons.vote.code)} and t.flag is null))`;
const tasks = sql`t.reason in (${sql.join(
  [reasons.task_reward, reasons.riddle_reward, reasons.video_reward].map(({ code }) => sql.lit(code)),
)})`;

/** Selects what transfers `t` of a condition add to the days of their fans. */
export function dayActs(timeZone: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select t.fan, l.at::date as day,
           case when ${votes} then t.amount else 0 end as votes,
           case when ${tasks} then 1 else 0 end as tasks,
           case when t.rank_before > t.pool_rank then t.rank_before - t.pool_rank else 0 end as places,
           ${votes} and extract(hour from l.at) between 2 and 4 as at_night
      from ledger.transfer t
     cross join lateral (select t.received_at at time zone ${timeZone} as at) l
     where (${votes} or ${tasks}) and ${condition}`;
}

type Reading = {
  /** The most transfers of a stretch; those of one transaction stay together. */
  readonly most: number;
  readonly timeZone: string;
};

/**
 * Adds the next stretch of the journal to the days, and moves the cursor in the same transaction, so a crash counts no
 * transfer twice. Concurrent runs serialise on the cursor. Simulated and erased fans have no days.
 *
 * @returns whether more transfers are left
 */
export async function addNextStretch(tx: Transaction<DB>, { most, timeZone }: Reading): Promise<boolean> {
  const from = await lockCursor(tx);
  // Transactions commit out of the order of their ids, so only those before every running one are read.
  const { rows } = await sql<{ until: string; isMore: boolean }>`
    select greatest(${from}::xid8, least(h.xid, next.xid)) as until, next.xid < h.xid is true as "isMore"
      from (select pg_snapshot_xmin(pg_current_snapshot()) as xid) h
      left join (select t.xid from ledger.transfer t where t.xid > ${from}::xid8
                  order by t.xid, t.id limit 1 offset ${most}) next on true`.execute(tx);
  const [end] = rows;
  if (!end) throw new Error('The database returned no horizon');
  const { rows: grown } = await sql<{ fanId: number }>`
    with acts as (
      select a.fan, a.day, sum(a.votes) as votes, sum(a.tasks) as tasks, sum(a.places) as places,
             bool_or(a.at_night) as at_night
        from (${dayActs(timeZone, sql`t.xid >= ${from}::xid8 and t.xid < ${end.until}::xid8`)}) a
        join ${accountRows} f on f.id = a.fan and not f.simulated and f.erased_at is null
       group by a.fan, a.day),
    added as (
      insert into fan_day as d (fan_id, day, votes, tasks, places, at_night)
      select fan, day, votes, tasks, places, at_night from acts order by fan, day
      on conflict (fan_id, day) do update
        set votes = d.votes + excluded.votes, tasks = d.tasks + excluded.tasks, places = d.places + excluded.places,
            at_night = d.at_night or excluded.at_night
      returning fan_id, day, votes, tasks)
    select distinct d.fan_id as "fanId"
      from added d join acts a on a.fan = d.fan_id and a.day = d.day
     where (a.votes > 0 and d.votes = a.votes) or (a.tasks > 0 and d.tasks - a.tasks < ${mostTasksOfADay})`.execute(tx);
  await storeLevels(
    tx,
    grown.map(({ fanId }) => fanId),
  );
  await tx.updateTable('fan_day_cursor').set({ xid: end.until }).execute();
  return end.isMore;
}

/** Stores the levels of fans whose first vote of a day, or tasks that count, were added. */
async function storeLevels(tx: Transaction<DB>, fanIds: readonly number[]): Promise<void> {
  if (fanIds.length === 0) return;
  const { rows } = await sql<{ fanId: number; voteDays: number; tasks: number }>`
    select fan_id as "fanId", count(*) filter (where votes > 0) as "voteDays",
           sum(least(tasks, ${mostTasksOfADay}::integer))::bigint as tasks
      from fan_day where fan_id = any(${fanIds}::bigint[]) group by fan_id`.execute(tx);
  const raised = rows
    .map((has) => ({ fanId: has.fanId, level: levelOf(has.voteDays, has.tasks) }))
    .filter(({ level }) => level > 1);
  await sql`
    insert into fan_level (fan_id, level)
    select * from unnest(${raised.map(({ fanId }) => fanId)}::bigint[], ${raised.map(({ level }) => level)}::integer[])
    on conflict (fan_id) do update set level = excluded.level where fan_level.level <> excluded.level`.execute(tx);
}

async function lockCursor(tx: Transaction<DB>): Promise<string> {
  const { xid } = await tx.selectFrom('fan_day_cursor').select('xid').forUpdate().executeTakeFirstOrThrow();
  return xid;
}

/** Inserts a mended day. The caller holds the lock on the fan; the index refuses a second one of the month. */
export async function insertMendedDay(
  tx: Transaction<DB>,
  { fanId, day, at }: { readonly fanId: number; readonly day: string; readonly at: Date },
): Promise<void> {
  await sql`
    insert into fan_day (fan_id, day, mended_at) values (${fanId}, ${day}, ${at})
    on conflict (fan_id, day) do nothing`.execute(tx);
}

/** Stores which badge a fan shows; null deletes it. The caller holds the lock on the fan. */
export async function storeShownBadge(
  tx: Transaction<DB>,
  { fanId, badgeId }: { readonly fanId: number; readonly badgeId: BadgeId | null },
): Promise<void> {
  if (badgeId === null) {
    await tx.deleteFrom('shown_badge').where('fan_id', '=', fanId).execute();
    return;
  }
  await sql`
    insert into shown_badge (fan_id, badge) values (${fanId}, ${badgeId})
    on conflict (fan_id) do update set badge = excluded.badge where shown_badge.badge <> excluded.badge`.execute(tx);
}

/**
 * Deletes a fan's days, level and shown badge in the erasing transaction. The lock on the cursor keeps a run from adding
 * them again.
 */
export async function deleteFanDays(tx: Transaction<DB>, fanId: number): Promise<void> {
  await lockCursor(tx);
  await tx.deleteFrom('fan_day').where('fan_id', '=', fanId).execute();
  await tx.deleteFrom('fan_level').where('fan_id', '=', fanId).execute();
  await tx.deleteFrom('shown_badge').where('fan_id', '=', fanId).execute();
}
