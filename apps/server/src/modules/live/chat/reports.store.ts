import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** How long a message that may concern the safety of children stays locked. */
const lockedDays = 180;

/** Why a fan has reported a message before. */
export async function findReason(db: Kysely<DB>, messageId: number, fanId: number): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select reason from live_chat_report where message_id = ${messageId} and fan_id = ${fanId}`.execute(db);
  return rows[0]?.reason;
}

type Report = {
  readonly messageId: number;
  readonly fanId: number;
  readonly reason: string;
  readonly at: Date;
  /** Whether it takes part in hiding the message. */
  readonly hides: boolean;
};

/** Writes a fan's report of a message, which replaces an earlier one. */
export async function putReport(tx: Transaction<DB>, { messageId, fanId, reason, at, hides }: Report): Promise<void> {
  await sql`
    insert into live_chat_report as r (message_id, fan_id, reason, reported_at, hides)
    values (${messageId}, ${fanId}, ${reason}, ${at}, ${hides})
    on conflict (message_id, fan_id) do update
       set reason = excluded.reason, reported_at = excluded.reported_at, hides = excluded.hides, looked_at_at = null,
           unfounded_at = null`.execute(tx);
}

export async function isReported(db: Kysely<DB>, messageId: number): Promise<boolean> {
  const { rows } = await sql`select from live_chat_report where message_id = ${messageId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The number of reports that hide and that nobody has looked at. */
export async function countOpenReports(db: Kysely<DB>, messageId: number): Promise<number> {
  const { rows } = await sql<{ reports: number }>`
    select count(*) as reports from live_chat_report
     where message_id = ${messageId} and looked_at_at is null and hides`.execute(db);
  return rows[0]?.reports ?? 0;
}

type Judgement = { readonly messageId: number; readonly isFounded: boolean; readonly at: Date };

/** Reports that a moderator has looked at count no longer. Those about child safety wait for an operator. */
export async function settleReports(tx: Transaction<DB>, { messageId, isFounded, at }: Judgement): Promise<void> {
  await sql`
    update live_chat_report
       set looked_at_at = greatest(${at}, reported_at),
           unfounded_at = case when ${isFounded} then null else greatest(${at}, reported_at) end
     where message_id = ${messageId} and looked_at_at is null and reason <> 'childSafety'`.execute(tx);
}

/** What an operator decides is the last word about every report of a message. */
export async function settleAllReports(tx: Transaction<DB>, { messageId, isFounded, at }: Judgement): Promise<void> {
  await sql`
    update live_chat_report
       set looked_at_at = coalesce(looked_at_at, greatest(${at}, reported_at)),
           unfounded_at = case when not ${isFounded} then coalesce(unfounded_at, greatest(${at}, reported_at)) end
     where message_id = ${messageId}`.execute(tx);
}

/** Locks a message that is reported for the safety of children, until an operator decides or its time is over. */
export async function lockAway(tx: Transaction<DB>, messageId: number, at: Date): Promise<void> {
  await sql`
    insert into live_chat_lock (message_id, locked_at, locked_until)
    values (${messageId}, ${at}, ${at}::timestamptz + ${lockedDays} * interval '1 day')
    on conflict do nothing`.execute(tx);
}

/** A message that was not locked before is locked now, if a report about child safety was right. */
export async function keepLocked(tx: Transaction<DB>, messageId: number, at: Date): Promise<void> {
  await sql`
    insert into live_chat_lock as l (message_id, locked_at, locked_until, decided_at)
    select ${messageId}, ${at}, ${at}::timestamptz + ${lockedDays} * interval '1 day', ${at}
     where exists (select from live_chat_report where message_id = ${messageId} and reason = 'childSafety')
    on conflict (message_id) do update set decided_at = greatest(excluded.decided_at, l.locked_at)`.execute(tx);
}

export async function unlockMessage(tx: Transaction<DB>, messageId: number): Promise<void> {
  await sql`delete from live_chat_lock where message_id = ${messageId}`.execute(tx);
}
