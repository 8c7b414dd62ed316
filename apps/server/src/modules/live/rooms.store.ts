import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { canHoldPoints } from '#/modules/points/index.ts';
import { type Room, roomColumns } from './rooms.view.ts';

/**
 * Locks a room until the commit, and reads it as it is then.
 * @throws Refusal LIVE_ROOM_NOT_FOUND
 */
export async function lockRoom(tx: Transaction<DB>, roomId: string): Promise<Room> {
  const { rows } = await sql<Room>`
    select ${roomColumns} from live_room r where r.id = ${roomId} and not r.retired for no key update`.execute(tx);
  const [room] = rows;
  if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  return room;
}

/** Ends a room that is on air, which the caller has locked. */
export async function closeNow(tx: Transaction<DB>, { id, opensAt }: Room, at: Date): Promise<Date> {
  // A window has a length, also when the room is closed in the millisecond of its opening.
  const closesAt = new Date(Math.max(at.getTime(), opensAt.getTime() + 1));
  await sql`update live_room set closes_at = ${closesAt}, is_moved = true where id = ${id}`.execute(tx);
  return closesAt;
}

type NewRoom = {
  readonly roomId: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly description: Readonly<Record<Language, string>>;
  readonly hostName: Readonly<Record<Language, string>>;
  readonly source: Room['source'];
  readonly address: string | null;
  readonly price: number;
  readonly seats: number | null;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly replayHours: number;
  readonly hasChat: boolean;
};

/** Returns false when there is a room of this id. */
export async function addRoom(tx: Transaction<DB>, room: NewRoom): Promise<boolean> {
  const { roomId, source, address, price, seats, opensAt, closesAt, replayHours, hasChat } = room;
  const asJson = (texts: NewRoom['title']) => JSON.stringify(texts);
  const { numAffectedRows } = await sql`
    insert into live_room (id, stream_name, title, description, host_name, cover_seed, source, address, price, seats,
      opens_at,
                           closes_at, replay_hours, has_chat)
    values (${roomId}, ${roomId}, ${asJson(room.title)}, ${asJson(room.description)}, ${asJson(room.hostName)},
      ${roomId},
            ${source}, ${address}, ${price}, ${seats}, ${opensAt}, ${closesAt}, ${replayHours}, ${hasChat})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Opens a coming room, which the caller has locked. */
export async function openNow(tx: Transaction<DB>, roomId: string, at: Date): Promise<void> {
  await sql`update live_room set opens_at = ${at}, is_moved = true where id = ${roomId}`.execute(tx);
}

/** Marks a room as cancelled, which the caller has locked. */
export async function markCancelled(tx: Transaction<DB>, roomId: string, at: Date): Promise<void> {
  await sql`update live_room set cancelled_at = ${at} where id = ${roomId}`.execute(tx);
}

/**
 * Fails rooms that end without a picture in their window: the presenter never went on air, or a recording was never
 * imported.
 */
export async function failRooms(db: Kysely<DB>, at: Date): Promise<void> {
  await sql`
    update live_room set failed_at = ${at}
     where closes_at <= ${at} and cancelled_at is null and failed_at is null
       and (source in ('studio', 'rtmp') and (picture_at is null or picture_at < opens_at)
            or source = 'recording' and recording_id is null)`.execute(db);
}

/** Writes the hash of a room's key; the key itself is not kept. */
export async function writeKeyHash(tx: Transaction<DB>, roomId: string, keyHash: Buffer): Promise<void> {
  await sql`update live_room set key_hash = ${keyHash} where id = ${roomId}`.execute(tx);
}

export async function readKeyHash(db: Kysely<DB>, roomId: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ keyHash: Buffer | null }>`
    select key_hash as "keyHash" from live_room where id = ${roomId}`.execute(db);
  return rows[0]?.keyHash ?? undefined;
}

type Appointment = {
  readonly roomId: string;
  readonly fanId: number;
  readonly role: 'host' | 'moderator';
  readonly appointed: boolean;
  readonly at: Date;
};

/** Appoints a fan for a room, or ends that. Returns whether anything has changed. */
export async function setAppointment(
  tx: Transaction<DB>,
  { roomId, fanId, role, appointed, at }: Appointment,
): Promise<boolean> {
  const { numAffectedRows } = await (
    appointed
      ? sql`insert into live_appointment (room_id, fan_id, role, appointed_at)
              values (${roomId}, ${fanId}, ${role}, ${at}) on conflict do nothing`
      : sql`delete from live_appointment where room_id = ${roomId} and fan_id = ${fanId} and role = ${role}`
  ).execute(tx);
  return numAffectedRows === 1n;
}

type Reminder = { readonly roomId: string; readonly fanId: number };

export async function addReminder(db: Kysely<DB>, { roomId, fanId }: Reminder, at: Date): Promise<void> {
  await sql`
    insert into live_reminder (room_id, fan_id, set_at) values (${roomId}, ${fanId}, ${at})
    on conflict do nothing`.execute(db);
}

export async function removeReminder(db: Kysely<DB>, { roomId, fanId }: Reminder): Promise<void> {
  await sql`delete from live_reminder where room_id = ${roomId} and fan_id = ${fanId}`.execute(db);
}

type OpeningRoom = Pick<Room, 'id' | 'title' | 'opensAt'>;

/** Lists rooms that open within some minutes of an instant, with reminders that are not sent. */
export async function listRoomsToRemindOf(db: Kysely<DB>, at: Date, minutes: number): Promise<OpeningRoom[]> {
  const { rows } = await sql<OpeningRoom>`
    select id, title, opens_at as "opensAt" from live_room r
     where not retired and cancelled_at is null
       and opens_at between ${at}::timestamptz - make_interval(mins => ${minutes})
                        and ${at}::timestamptz + make_interval(mins => ${minutes})
       and exists (select from live_reminder m where m.room_id = r.id and m.sent_at is null)
     order by opens_at, id`.execute(db);
  return rows;
}

/** Marks up to `most` reminders of a room as sent, and returns whose they are. Those that another process sends are skipped. */
export async function markReminded(
  tx: Transaction<DB>,
  roomId: string,
  { at, most }: { readonly at: Date; readonly most: number },
): Promise<number[]> {
  const { rows } = await sql<{ fanId: number }>`
    update live_reminder m set sent_at = ${at}
      from (select fan_id from live_reminder where room_id = ${roomId} and sent_at is null
             order by fan_id limit ${most} for no key update skip locked) due
     where m.room_id = ${roomId} and m.fan_id = due.fan_id
    returning m.fan_id as "fanId"`.execute(tx);
  return rows.map(({ fanId }) => fanId);
}

/** Deletes an erased fan's reminders and appointments. */
export async function forgetFan(tx: Transaction<DB>, fanId: number): Promise<void> {
  await sql`delete from live_reminder where fan_id = ${fanId}`.execute(tx);
  await sql`delete from live_appointment where fan_id = ${fanId}`.execute(tx);
}

type NewTicket = {
  readonly roomId: string;
  readonly fanId: number;
  readonly paid: number;
  readonly key: string;
  readonly boughtAt: Date;
};

/** Returns the id. */
export async function addTicket(
  tx: Transaction<DB>,
  { roomId, fanId, paid, key, boughtAt }: NewTicket,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into live_ticket (room_id, fan_id, paid, key, bought_at)
    values (${roomId}, ${fanId}, ${paid}, ${key}, ${boughtAt})
    returning id`.execute(tx);
  const [ticket] = rows;
  if (!ticket) throw new Error('A ticket was not written');
  return ticket.id;
}

/** Lists cancelled or failed rooms with tickets that are not refunded. */
export async function listRoomsToRefund(db: Kysely<DB>): Promise<Pick<Room, 'id' | 'title'>[]> {
  const { rows } = await sql<Pick<Room, 'id' | 'title'>>`
    select id, title from live_room r
     where (cancelled_at is not null or failed_at is not null)
       and exists (select from live_ticket t where t.room_id = r.id and t.refunded_at is null)
     order by id`.execute(db);
  return rows;
}

type DueRefund = { readonly ticketId: number; readonly fanId: number; readonly paid: number };

/**
 * Locks up to `most` tickets of a room that are not refunded. Those that another process refunds now are skipped; so are those
 * of accounts that can hold no more.
 */
export async function lockUnrefunded(tx: Transaction<DB>, roomId: string, most: number): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    select t.id as "ticketId", t.fan_id as "fanId", t.paid from live_ticket t
     where t.room_id = ${roomId} and t.refunded_at is null
       and ${canHoldPoints({ fan: 't.fan_id', more: 't.paid' })}
     order by t.fan_id limit ${most} for no key update of t skip locked`.execute(tx);
  return rows;
}

/** Records that tickets were refunded, with the key of the posting. */
export async function markRefunded(
  tx: Transaction<DB>,
  ticketIds: readonly number[],
  { key, at }: { readonly key: string; readonly at: Date },
): Promise<void> {
  await sql`
    update live_ticket set refunded_at = greatest(bought_at, ${at}), refund_key = ${key}
     where id = any(${ticketIds}::bigint[])`.execute(tx);
}
