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

type Sent = { readonly fanId: number; readonly day: string; readonly notices: number };

/** Records digests before they are sent. Returns the fans of those; the others had one on that day. */
export async function recordDigests(
  tx: Transaction<DB>,
  sent: readonly Sent[],
  at: Date,
): Promise<ReadonlySet<number>> {
  if (sent.length === 0) return new Set();
  const recorded = await tx
    .insertInto('digest_mail')
    .values(sent.map(({ fanId, day, notices }) => ({ fan_id: fanId, day, notices, sent_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('fan_id as fanId')
    .execute();
  return new Set(recorded.map(({ fanId }) => fanId));
}

type Next = { readonly fanId: number; readonly dueAt: Date; readonly lastNotice: number | undefined };

/** Sets when the next digests are due, and up to which notice fans have had one. */
export async function noteDigests(tx: Transaction<DB>, next: readonly Next[]): Promise<void> {
  await sql`
    update notice_digest d
       set due_at = next.due_at, last_notice = coalesce(next.last_notice, d.last_notice)
      from unnest(${next.map(({ fanId }) => fanId)}::bigint[], ${next.map(({ dueAt }) => dueAt)}::timestamptz[],
                  ${next.map(({ lastNotice }) => lastNotice ?? null)}::bigint[]) as next (fan_id, due_at, last_notice)
     where d.fan_id = next.fan_id`.execute(tx);
}
