import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { holdRemainingFans, lockFanAgainstRows } from '#/modules/identity/index.ts';
import { type NoticeKind, noticeKinds, type ParametersOf } from './notice-kinds.ts';

export type NewNotices<Kind extends NoticeKind> = {
  readonly kind: Kind;
  /** What they are about: a fan gets one notice of a kind about it, however often a job runs. */
  readonly subject: string;
  /** Each fan once. */
  readonly fans: readonly { readonly fanId: number; readonly parameters: ParametersOf<Kind> }[];
  readonly at: Date;
};

/**
 * Writes notices by one statement; a caller with many thousands splits them. Erased fans get none.
 *
 * @returns the fans who got one now
 * @throws ZodError for parameters that are not of the kind
 */
export async function notify<Kind extends NoticeKind>(
  tx: Transaction<DB>,
  { kind, subject, fans, at }: NewNotices<Kind>,
): Promise<number[]> {
  const given = fans.map(({ fanId, parameters }) => ({
    fan_id: fanId,
    parameters: noticeKinds[kind].parse(parameters),
  }));
  const { rows } = await sql<{ fanId: number }>`
    insert into notice (fan_id, kind, subject, parameters, created_at)
    select given.fan_id, ${kind}, ${subject}, given.parameters, ${at}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (fan_id bigint, parameters jsonb)
    ${holdRemainingFans(sql.ref('given.fan_id'))}
    on conflict on constraint notice_once_a_subject do nothing
    returning fan_id as "fanId"`.execute(tx);
  return rows.map(({ fanId }) => fanId);
}

/** Marks a fan's unread notices up to an id as read; repeats change nothing. */
export async function markRead(
  db: Kysely<DB>,
  { fanId, upTo, at }: { fanId: number; upTo: number; at: Date },
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: at })
    .where('fan_id', '=', fanId)
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .execute();
}

const fansInSection = 2000;

/** Deletes what fans have beyond their newest, a section of fans at a time. */
export async function deleteBeyond(db: Kysely<DB>, most: number): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const { rows } = await sql<{ last: number | null }>`
      with section as (
        select fan_id, count(*) as notices from notice where fan_id > ${after}
         group by fan_id order by fan_id limit ${fansInSection}
      ), deleted as (
        delete from notice
         using section s, lateral (select id from notice n where n.fan_id = s.fan_id
                                    order by id desc limit 1 offset ${most - 1}) as oldest
         where s.notices > ${most} and notice.fan_id = s.fan_id and notice.id < oldest.id
      )
      select max(fan_id) as last from section`.execute(db);
    after = rows[0]?.last ?? null;
  }
}

/** Deletes a fan's notices. It waits for those on their way, and lets later ones wait. */
export async function deleteNoticesOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await lockFanAgainstRows(tx, fanId);
  await tx.deleteFrom('notice').where('fan_id', '=', fanId).execute();
}

type Reminder = { readonly day: string; readonly daysLeft: number };

/** Locks how far the reminders of a day have come, so that only one run goes on. */
export async function holdReminder(
  tx: Kysely<DB>,
  { day, daysLeft }: Reminder,
): Promise<{ after: number; isDone: boolean }> {
  await tx
    .insertInto('expiry_reminder')
    .values({ day, days_left: daysLeft })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('expiry_reminder')
    .select(['last_fan as after', 'is_done as isDone'])
    .where('day', '=', day)
    .where('days_left', '=', daysLeft)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Records the last reminded fan, and whether all have been reminded. */
export async function noteReminder(
  tx: Transaction<DB>,
  { day, daysLeft }: Reminder,
  { lastFan, isDone }: { readonly lastFan: number; readonly isDone: boolean },
): Promise<void> {
  await tx
    .updateTable('expiry_reminder')
    .set({ last_fan: lastFan, is_done: isDone })
    .where('day', '=', day)
    .where('days_left', '=', daysLeft)
    .execute();
}
