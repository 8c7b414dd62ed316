import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Rhythm } from './digest.rules.ts';

export type DueDigest = { readonly fanId: number; readonly rhythm: Rhythm; readonly timeZone: string };

type Choice = DueDigest & { readonly dueAt: Date };

/** Stores how often a fan wants digests. Notices from before the first choice are in none. */
export async function saveDigest(tx: Transaction<DB>, { fanId, rhythm, timeZone, dueAt }: Choice): Promise<void> {
  await sql`
    insert into notice_digest as d (fan_id, rhythm, time_zone, last_notice, due_at)
    select ${fanId}, ${rhythm}, ${timeZone}, coalesce(max(n.id), 0), ${dueAt}::timestamptz
      from notice n where n.fan_id = ${fanId}
    on conflict (fan_id) do update
       set rhythm = excluded.rhythm, time_zone = excluded.time_zone, due_at = excluded.due_at`.execute(tx);
}

/** Ends a fan's digests; a repeat changes nothing. */
export async function deleteDigest(db: Kysely<DB>, fanId: number): Promise<void> {
  await db.deleteFrom('notice_digest').where('fan_id', '=', fanId).execute();
}

/** Deletes what a fan has of digests. The fan must be locked against rows. */
export async function deleteDigestsOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await deleteDigest(tx, fanId);
  await tx.deleteFrom('digest_mail').where('fan_id', '=', fanId).execute();
}

/** Locks the next fans whose digest is due. Fans that another worker holds are left to it. */
export async function holdDueDigests(tx: Transaction<DB>, at: Date, most: number): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select fan_id as "fanId", rhythm, time_zone as "timeZone"
      from notice_digest where due_at <= ${at}
     order by fan_id limit ${most} for update skip locked`.execute(tx);
  return rows;
}

type Sent = { readonly fanId: number; readonly day: string; readonly notices: number; readonly at: Date };

/** Records a digest before it is sent. Returns false when the fan had one on that day. */
export async function recordDigest(tx: Transaction<DB>, { fanId, day, notices, at }: Sent): Promise<boolean> {
  const recorded = await tx
    .insertInto('digest_mail')
    .values({ fan_id: fanId, day, notices, sent_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('fan_id')
    .executeTakeFirst();
  return recorded !== undefined;
}

type Next = { readonly fanId: number; readonly dueAt: Date; readonly lastNotice: number | undefined };

/** Sets when the next digest is due, and up to which notice a fan has had one. */
export async function noteDigest(tx: Transaction<DB>, { fanId, dueAt, lastNotice }: Next): Promise<void> {
  await tx
    .updateTable('notice_digest')
    .set({ due_at: dueAt, ...(lastNotice !== undefined && { last_notice: lastNotice }) })
    .where('fan_id', '=', fanId)
    .execute();
}
