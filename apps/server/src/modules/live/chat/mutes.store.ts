import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { holdsAt, isOfRoom } from './mutes.view.ts';

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

type Repeated = {
  readonly messageId: number;
  readonly authorId: number;
  readonly length: string;
  readonly at: Date;
};

/** The mute of this length that the message has brought its author and that still holds. */
export async function findRepeatedMute(
  db: Kysely<DB>,
  { messageId, authorId, length, at }: Repeated,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select t.id from live_chat_mute t join live_chat_act a on a.mute_id = t.id and a.action = 'mute'
     where t.fan_id = ${authorId} and a.message_id = ${messageId} and a.details ->> 'length' = ${length} and ${holdsAt(at)}
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
      from live_chat_mute t join fan f on f.id = t.fan_id where t.id = ${muteId}::bigint for no key update of t`.execute(
    tx,
  );
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
    update live_chat_mute set decided_at = greatest(${at}, appealed_at), granted = ${granted} where id = ${muteId}`.execute(
    tx,
  );
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
    select t.id, t.fan_id as "fanId", t.room_id as "roomId", t.lifted_at is not null as "isLifted", ${holdsAt(at)} as holds
      from live_chat_mute t where t.id = ${muteId}::bigint and ${isOfRoom(roomId)} for no key update`.execute(tx);
  return rows[0];
}

export async function markLifted(tx: Transaction<DB>, muteId: number, at: Date): Promise<void> {
  await sql`update live_chat_mute set lifted_at = greatest(${at}, muted_at) where id = ${muteId}`.execute(tx);
}
