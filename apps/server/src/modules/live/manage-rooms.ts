import { createHash, randomBytes } from 'node:crypto';
import type { Contract, DataOf, Language, RequestOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { enqueue, jobKind, noPayload } from '#/jobs/job.ts';
import { endSessionsWithoutTicket } from './picture/sessions.store.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { holdFanOfAccount } from '#/modules/identity/index.ts';
import { endBroadcasts } from './broadcast/broadcasts.store.ts';
import { getManagedRoom, type ManagedRoom } from './listed-rooms.view.ts';
import { isAllowedAddress } from './picture/playback.ts';
import { stateOf } from './room-state.rules.ts';
import { addRoom, closeNow, lockRoom, markCancelled, openNow, setAppointment, writeKeyHash } from './rooms.store.ts';
import type { Room } from './rooms.view.ts';

/** The scheduled job that refunds tickets; a cancellation enqueues it, too. */
export const moveRoomsKind = jobKind('move-live-rooms', { payload: noPayload, attempts: 7 });

type RoomAct = { readonly operator: Operator; readonly language: Language; readonly at: Date; readonly why: string };
type OfRoom = RoomAct & { readonly roomId: string };
type ManagedRoomAnswer = { readonly room: ManagedRoom };

/** The longest window of a room that an operator creates. */
const mostHours = 24;

type NewRoom = Omit<RequestOf<Contract['POST /operator/api/v1/live/create']>['body'], 'why'>;

/**
 * Creates a room. One of the source `recording` waits for the import of its recording.
 * @throws Refusal LIVE_ROOM_EXISTS, LIVE_TIMES_WRONG, LIVE_ADDRESS_REFUSED or LIVE_ENCODERS_OFF
 */
export async function createRoom(
  tx: Transaction<DB>,
  wish: NewRoom & RoomAct,
  settings: Pick<Settings, 'liveExternalHosts' | 'liveRtmpFolder'>,
): Promise<ManagedRoomAnswer> {
  const { source, address, at } = wish;
  const [opensAt, closesAt] = [new Date(wish.opensAt), new Date(wish.closesAt)];
  const windowMs = closesAt.getTime() - opensAt.getTime();
  if (windowMs <= 0 || windowMs > mostHours * 3_600_000 || closesAt <= at) {
    throw new Refusal('LIVE_TIMES_WRONG', { hours: mostHours });
  }
  const isAllowed = address !== undefined && isAllowedAddress(settings, address);
  if (source === 'external' ? !isAllowed : address !== undefined) throw new Refusal('LIVE_ADDRESS_REFUSED');
  if (source === 'rtmp' && settings.liveRtmpFolder === undefined) throw new Refusal('LIVE_ENCODERS_OFF');
  const isNew = await addRoom(tx, { ...wish, address: address ?? null, opensAt, closesAt });
  if (!isNew) throw new Refusal('LIVE_ROOM_EXISTS');
  const { room } = await showTo(wish, tx);
  await record(tx, 'live/create', wish, { after: room });
  return { room };
}

/**
 * Opens a coming room now; one on air stays as it is.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_ROOM_OVER or LIVE_ROOM_CANCELLED
 */
export async function openRoom(tx: Transaction<DB>, act: OfRoom): Promise<ManagedRoomAnswer> {
  const room = await lockRoom(tx, act.roomId);
  assertNotOver(room, act.at);
  if (stateOf(room, act.at) === 'onAir') return showTo(act, tx);
  await openNow(tx, room.id, act.at);
  await record(tx, 'live/open', act, { before: { opensAt: room.opensAt }, after: { opensAt: act.at } });
  return showTo(act, tx);
}

/**
 * Ends a room that is on air now.
 * @throws Refusal LIVE_ROOM_NOT_FOUND or LIVE_ROOM_NOT_ON_AIR
 */
export async function closeRoom(tx: Transaction<DB>, act: OfRoom): Promise<ManagedRoomAnswer> {
  const room = await lockRoom(tx, act.roomId);
  if (stateOf(room, act.at) !== 'onAir') throw new Refusal('LIVE_ROOM_NOT_ON_AIR');
  const closesAt = await closeNow(tx, room, act.at);
  await record(tx, 'live/close', act, { before: { closesAt: room.closesAt }, after: { closesAt } });
  return showTo(act, tx);
}

/**
 * Cancels a room that is not over. It waits for buyers who hold the room; the job refunds their tickets, too.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_ROOM_OVER or LIVE_ROOM_CANCELLED
 */
export async function cancelRoom(tx: Transaction<DB>, act: OfRoom): Promise<ManagedRoomAnswer> {
  const room = await lockRoom(tx, act.roomId);
  assertNotOver(room, act.at);
  await markCancelled(tx, room.id, act.at);
  await enqueue(tx, moveRoomsKind, {}, { key: moveRoomsKind.id });
  await record(tx, 'live/cancel', act, {
    before: { state: stateOf(room, act.at), tickets: room.sold },
    after: { state: 'cancelled' },
  });
  return showTo(act, tx);
}

/** Throws Refusal LIVE_ROOM_CANCELLED or LIVE_ROOM_OVER. */
function assertNotOver(room: Room, at: Date): void {
  const state = stateOf(room, at);
  if (state === 'cancelled') throw new Refusal('LIVE_ROOM_CANCELLED');
  if (state === 'over' || state === 'failed') throw new Refusal('LIVE_ROOM_OVER');
}

type NewKey = DataOf<Contract['POST /operator/api/v1/live/rotateKey']>;

/**
 * Gives a room a new key, and ends the broadcast by the earlier one.
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
  await writeKeyHash(tx, room.id, hash);
  await endBroadcasts(tx, { roomId: room.id }, act.at);
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
  const fanId = await holdFanOfAccount(tx, accountId);
  if (fanId === undefined) throw new Refusal('LIVE_FAN_NOT_FOUND');
  const isChanged = await setAppointment(tx, { roomId: room.id, fanId, role, appointed, at });
  const given = { accountId, role, appointed };
  if (isChanged) await record(tx, 'live/appoint', act, { after: given });
  if (!appointed) await endSessionsWithoutTicket(tx, { roomId: room.id, fanId, at });
  return given;
}

async function showTo(
  { roomId, language, at }: Omit<OfRoom, 'operator' | 'why'>,
  tx: Transaction<DB>,
): Promise<ManagedRoomAnswer> {
  return { room: await getManagedRoom(tx, { roomId, language, at }) };
}

function record(
  tx: Transaction<DB>,
  action: string,
  { roomId, operator, why, at }: OfRoom,
  change: { readonly before?: unknown; readonly after?: unknown },
): Promise<void> {
  return recordInAuditLog(tx, { operator, action, subject: `live-room:${roomId}`, why, at, ...change });
}
