import { createHash, randomBytes } from 'node:crypto';
import type { Contract, DataOf, Language, RequestOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { enqueueJob } from '#/jobs/job.ts';
import { endSessionsWithoutTicket } from './picture/sessions.store.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { endBroadcasts } from './broadcast/broadcasts.store.ts';
import { listManagedRooms, type ManagedRoom } from './managed-rooms.view.ts';
import { isAllowedAddress } from './picture/external-address.rules.ts';
import { stateOf } from './room-state.rules.ts';
import { closeNow, lockRoom } from './rooms.store.ts';
import type { Room } from './rooms.view.ts';

/** The scheduled job that refunds tickets; a cancellation queues it, too. */
export const moveRoomsJobName = 'move-live-rooms';
const movingAttempts = 7;

type Act = { readonly operator: Operator; readonly language: Language; readonly at: Date; readonly why: string };
type OfRoom = Act & { readonly roomId: string };
type Managed = { readonly room: ManagedRoom };

/** The longest window of a room that an operator creates. */
const mostHours = 24;

type NewRoom = Omit<RequestOf<Contract['POST /operator/api/v1/live/create']>['body'], 'why'>;

/**
 * Creates a room. One of the source `recording` waits for the import of its recording.
 * @throws Refusal LIVE_ROOM_EXISTS, LIVE_TIMES_WRONG, LIVE_ADDRESS_REFUSED or LIVE_ENCODERS_OFF
 */
export async function createRoom(
  tx: Transaction<DB>,
  wish: NewRoom & Act,
  settings: Pick<Settings, 'liveExternalHosts' | 'liveRtmpFolder'>,
): Promise<Managed> {
  const { roomId, source, address, at } = wish;
  const [opensAt, closesAt] = [new Date(wish.opensAt), new Date(wish.closesAt)];
  const windowMs = closesAt.getTime() - opensAt.getTime();
  if (windowMs <= 0 || windowMs > mostHours * 3_600_000 || closesAt <= at) {
    throw new Refusal('LIVE_TIMES_WRONG', { hours: mostHours });
  }
  const isAllowed = address !== undefined && isAllowedAddress(settings, address);
  if (source === 'external' ? !isAllowed : address !== undefined) throw new Refusal('LIVE_ADDRESS_REFUSED');
  if (source === 'rtmp' && settings.liveRtmpFolder === undefined) throw new Refusal('LIVE_ENCODERS_OFF');
  const asJson = (texts: NewRoom['title']) => JSON.stringify(texts);
  const { numAffectedRows } = await sql`
    insert into live_room (id, stream_name, title, description, host_name, cover_seed, source, address, price, seats, opens_at,
                           closes_at, replay_hours, has_chat)
    values (${roomId}, ${roomId}, ${asJson(wish.title)}, ${asJson(wish.description)}, ${asJson(wish.hostName)}, ${roomId},
            ${source}, ${address ?? null}, ${wish.price}, ${wish.seats}, ${opensAt}, ${closesAt}, ${wish.replayHours},
            ${wish.hasChat})
    on conflict do nothing`.execute(tx);
  if (numAffectedRows !== 1n) throw new Refusal('LIVE_ROOM_EXISTS');
  const { room } = await shownTo(wish, tx);
  await record(tx, 'live/create', wish, { after: room });
  return { room };
}

/**
 * Opens a coming room now; one on air stays as it is.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_ROOM_OVER or LIVE_ROOM_CANCELLED
 */
export async function openRoom(tx: Transaction<DB>, act: OfRoom): Promise<Managed> {
  const room = await lockRoom(tx, act.roomId);
  assertNotOver(room, act.at);
  if (stateOf(room, act.at) === 'onAir') return shownTo(act, tx);
  await sql`update live_room set opens_at = ${act.at}, is_moved = true where id = ${room.id}`.execute(tx);
  await record(tx, 'live/open', act, { before: { opensAt: room.opensAt }, after: { opensAt: act.at } });
  return shownTo(act, tx);
}

/**
 * Ends a room that is on air now.
 * @throws Refusal LIVE_ROOM_NOT_FOUND or LIVE_ROOM_NOT_ON_AIR
 */
export async function closeRoom(tx: Transaction<DB>, act: OfRoom): Promise<Managed> {
  const room = await lockRoom(tx, act.roomId);
  if (stateOf(room, act.at) !== 'onAir') throw new Refusal('LIVE_ROOM_NOT_ON_AIR');
  const closesAt = await closeNow(tx, room, act.at);
  await record(tx, 'live/close', act, { before: { closesAt: room.closesAt }, after: { closesAt } });
  return shownTo(act, tx);
}

/**
 * Cancels a room that is not over. It waits for buyers who hold the room; the job refunds their tickets, too.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_ROOM_OVER or LIVE_ROOM_CANCELLED
 */
export async function cancelRoom(tx: Transaction<DB>, act: OfRoom): Promise<Managed> {
  const room = await lockRoom(tx, act.roomId);
  assertNotOver(room, act.at);
  await sql`update live_room set cancelled_at = ${act.at} where id = ${room.id}`.execute(tx);
  await enqueueJob(tx, moveRoomsJobName, {}, movingAttempts, moveRoomsJobName);
  await record(tx, 'live/cancel', act, {
    before: { state: stateOf(room, act.at), tickets: room.sold },
    after: { state: 'cancelled' },
  });
  return shownTo(act, tx);
}

/** Throws Refusal LIVE_ROOM_CANCELLED or LIVE_ROOM_OVER. */
function assertNotOver(room: Room, at: Date): void {
  const state = stateOf(room, at);
  if (state === 'cancelled') throw new Refusal('LIVE_ROOM_CANCELLED');
  if (state === 'over' || state === 'failed') throw new Refusal('LIVE_ROOM_OVER');
}

type NewKey = DataOf<Contract['POST /operator/api/v1/live/rotateKey']>;

/**
 * Gives a room a new key, and ends the broadcast by the earlier one. Only the hash of the key is kept.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_SOURCE_WITHOUT_KEY or LIVE_ENCODERS_OFF
 */
export async function rotateKey(
  tx: Transaction<DB>,
  act: OfRoom,
  { publicUrl, liveRtmpFolder }: Pick<Settings, 'publicUrl' | 'liveRtmpFolder'>,
): Promise<NewKey> {
  const room = await lockRoom(tx, act.roomId);
  if (room.source !== 'rtmp') throw new Refusal('LIVE_SOURCE_WITHOUT_KEY');
  if (liveRtmpFolder === undefined) throw new Refusal('LIVE_ENCODERS_OFF');
  const key = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(key).digest();
  await sql`update live_room set key_hash = ${hash} where id = ${room.id}`.execute(tx);
  await endBroadcasts(tx, sql`room_id = ${room.id}`, act.at);
  await record(tx, 'live/rotateKey', act, {});
  return { server: `rtmp://${new URL(publicUrl).hostname}/live`, key: `${room.streamName}?key=${key}` };
}

type Appointment = OfRoom & {
  readonly accountId: string;
  readonly role: 'host' | 'moderator';
  readonly appointed: boolean;
};

/**
 * Appoints a fan for a room, or ends that; a repeat changes nothing.
 * @throws Refusal LIVE_ROOM_NOT_FOUND or LIVE_FAN_NOT_FOUND
 */
export async function appoint(
  tx: Transaction<DB>,
  act: Appointment,
): Promise<DataOf<Contract['POST /operator/api/v1/live/appoint']>> {
  const { accountId, role, appointed, at } = act;
  const room = await lockRoom(tx, act.roomId);
  // Waits for an erasure, and then does not find the fan.
  const { rows: fans } = await sql<{ id: number }>`
    select id from fan where account_id = ${accountId} and erased_at is null and not simulated for key share`.execute(
    tx,
  );
  const [fan] = fans;
  if (!fan) throw new Refusal('LIVE_FAN_NOT_FOUND');
  const { numAffectedRows } = await (
    appointed
      ? sql`insert into live_appointment (room_id, fan_id, role, appointed_at)
              values (${room.id}, ${fan.id}, ${role}, ${at}) on conflict do nothing`
      : sql`delete from live_appointment where room_id = ${room.id} and fan_id = ${fan.id} and role = ${role}`
  ).execute(tx);
  const given = { accountId, role, appointed };
  if (numAffectedRows === 1n) await record(tx, 'live/appoint', act, { after: given });
  if (!appointed) await endSessionsWithoutTicket(tx, { roomId: room.id, fanId: fan.id, at });
  return given;
}

async function shownTo(
  { roomId, language, at }: Omit<OfRoom, 'operator' | 'why'>,
  tx: Transaction<DB>,
): Promise<Managed> {
  const [room] = await listManagedRooms(tx, { language, at }, sql`r.id = ${roomId}`);
  if (!room) throw new Error(`The room ${roomId} is gone`);
  return { room };
}

function record(
  tx: Transaction<DB>,
  action: string,
  { roomId, operator, why, at }: OfRoom,
  change: { readonly before?: unknown; readonly after?: unknown },
): Promise<void> {
  return recordInAuditLog(tx, { operator, action, subject: `live-room:${roomId}`, why, at, ...change });
}
