import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { holdRemainingFans, lockFanAgainstRows } from '#/modules/identity/index.ts';
import { pushedKinds } from './push-words.ts';
import { type NoticeKind, noticeKinds, type ParametersOf, type Topic, topicOf } from './notice-kinds.ts';

export type NewNotices<Kind extends NoticeKind> = {
  readonly kind: Kind;
  /** What they are about: a fan gets one notice of a kind about it, however often a job runs. */
  readonly subject: string;
  /** Each fan once. */
  readonly fans: readonly { readonly fanId: number; readonly parameters: ParametersOf<Kind> }[];
  readonly at: Date;
};

/**
 * Writes notices by one statement; a caller with many thousands splits them. Erased fans get none, nor do those who have
 * muted the topic: they neither find one later nor get what follows from one, such as a mail.
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
    insert into notice (fan_id, kind, subject, parameters, created_at, push_due_at)
    select given.fan_id, ${kind}, ${subject}, given.parameters, ${at},
           case when ${pushedKinds.includes(kind)}
                     and exists (select from push_subscription p where p.fan_id = given.fan_id)
                then ${at}::timestamptz end
      from (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as one (fan_id bigint, parameters jsonb)
             where not exists (select from notice_mute m
                                where m.fan_id = one.fan_id and m.topic = ${topicOf[kind]}::text)) as given
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
  await tx.deleteFrom('notice_mute').where('fan_id', '=', fanId).execute();
}

type Mute = { readonly fanId: number; readonly topic: Topic; readonly at: Date };

/** Mutes a topic for a fan; a repeat changes nothing. */
export async function insertMute(tx: Transaction<DB>, { fanId, topic, at }: Mute): Promise<void> {
  await tx
    .insertInto('notice_mute')
    .values({ fan_id: fanId, topic, muted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends a fan's mute of a topic. */
export async function deleteMute(tx: Transaction<DB>, { fanId, topic }: Omit<Mute, 'at'>): Promise<void> {
  await tx.deleteFrom('notice_mute').where('fan_id', '=', fanId).where('topic', '=', topic).execute();
}

type Run = { readonly kind: NoticeKind; readonly subject: string };

/** Locks how far the notices about a subject have come. Returns the last fan, or undefined when all have theirs. */
export async function holdRun(
  tx: Transaction<DB>,
  { kind, subject, at }: Run & { at: Date },
): Promise<number | undefined> {
  await tx
    .insertInto('notice_run')
    .values({ kind, subject, begun_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const run = await tx
    .selectFrom('notice_run')
    .select(['last_fan as lastFan', 'is_done as isDone'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return run.isDone ? undefined : run.lastFan;
}

/** Records the last notified fan of a subject, and whether all have theirs. */
export async function noteRun(
  tx: Transaction<DB>,
  { kind, subject, lastFan, isDone }: Run & { readonly lastFan: number; readonly isDone: boolean },
): Promise<void> {
  await tx
    .updateTable('notice_run')
    .set({ last_fan: lastFan, is_done: isDone })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
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
