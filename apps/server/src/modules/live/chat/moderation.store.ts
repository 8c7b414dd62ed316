import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { holdsAt, isOfRoom } from './chat.view.ts';

/** How long a message that may concern the safety of children stays locked. */
const lockedDays = 180;

export async function isReported(db: Kysely<DB>, messageId: number): Promise<boolean> {
  const { rows } = await sql`select from live_chat_report where message_id = ${messageId} limit 1`.execute(db);
  return rows.length > 0;
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

/** Settles every report of a message by an operator's decision, which is final. */
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

/** Locks a message that was not locked before, if a report about child safety was right. */
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

type NewMute = {
  readonly fanId: number;
  readonly reason: string;
  readonly givenIn: string;
  /** Null for all rooms. */
  readonly mutedIn: string | null;
  readonly at: Date;
  readonly until: Date | null;
};

/** Returns the id. */
export async function addMute(tx: Transaction<DB>, mute: NewMute): Promise<number> {
  const { fanId, givenIn, mutedIn, reason, at, until } = mute;
  const { rows } = await sql<{ id: number }>`
    insert into live_chat_mute (fan_id, room_id, given_in, reason, muted_at, until)
    values (${fanId}, ${mutedIn}, ${mutedIn === null ? givenIn : null}, ${reason}, ${at}, ${until})
    returning id`.execute(tx);
  const [written] = rows;
  if (!written) throw new Error('A mute was not written');
  return written.id;
}

type RepeatedMessage = {
  readonly messageId: number;
  readonly authorId: number;
  readonly length: string;
  readonly at: Date;
};

/** Finds the mute of this length that the message has brought its author and that still holds. */
export async function findRepeatedMute(
  db: Kysely<DB>,
  { messageId, authorId, length, at }: RepeatedMessage,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select t.id from live_chat_mute t join live_chat_act a on a.mute_id = t.id and a.action = 'mute'
     where t.fan_id = ${authorId} and a.message_id = ${messageId} and a.details ->> 'length' = ${length}
       and ${holdsAt(at)}
     limit 1`.execute(db);
  return rows[0]?.id;
}

type AppealedMute = {
  readonly id: number;
  readonly fanId: number;
  readonly accountId: string;
  readonly holds: boolean;
  readonly isLifted: boolean;
  readonly appealedAt: Date | null;
  readonly decidedAt: Date | null;
};

/** Locks a mute for its fan or an operator. */
export async function lockMute(tx: Transaction<DB>, muteId: string, at: Date): Promise<AppealedMute | undefined> {
  const { rows } = await sql<AppealedMute>`
    select t.id, t.fan_id as "fanId", f.account_id as "accountId", ${holdsAt(at)} as holds,
           t.lifted_at is not null as "isLifted", t.appealed_at as "appealedAt", t.decided_at as "decidedAt"
      from live_chat_mute t join ${faceRows} f on f.id = t.fan_id
        where t.id = ${muteId}::bigint for no key update of t`.execute(tx);
  return rows[0];
}

export async function writeAppeal(tx: Transaction<DB>, muteId: number, text: string, at: Date): Promise<void> {
  await sql`update live_chat_mute set appeal = ${text}, appealed_at = ${at} where id = ${muteId}`.execute(tx);
}

export async function writeAppealDecision(
  tx: Transaction<DB>,
  { muteId, granted, at }: { readonly muteId: number; readonly granted: boolean; readonly at: Date },
): Promise<void> {
  await sql`
    update live_chat_mute set decided_at = greatest(${at}, appealed_at), granted = ${granted}
      where id = ${muteId}`.execute(tx);
}

type MuteOfRoom = {
  readonly id: number;
  readonly fanId: number;
  readonly roomId: string | null;
  readonly isLifted: boolean;
  readonly holds: boolean;
};

/** Locks a mute for the moderators of a room. */
export async function lockMuteOfRoom(
  tx: Transaction<DB>,
  { roomId, muteId, at }: { readonly roomId: string; readonly muteId: string; readonly at: Date },
): Promise<MuteOfRoom | undefined> {
  const { rows } = await sql<MuteOfRoom>`
    select t.id, t.fan_id as "fanId", t.room_id as "roomId", t.lifted_at is not null as "isLifted",
      ${holdsAt(at)} as holds
      from live_chat_mute t where t.id = ${muteId}::bigint and ${isOfRoom(roomId)} for no key update`.execute(tx);
  return rows[0];
}

export async function markLifted(tx: Transaction<DB>, muteId: number, at: Date): Promise<void> {
  await sql`update live_chat_mute set lifted_at = greatest(${at}, muted_at) where id = ${muteId}`.execute(tx);
}
