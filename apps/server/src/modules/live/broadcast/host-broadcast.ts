import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { getListedRoom } from '../listed-rooms.view.ts';
import { stateOf } from '../room-state.rules.ts';
import { closeNow, lockRoom } from '../rooms.store.ts';
import { rolesOf } from '../rooms.view.ts';
import { assertMayBroadcast } from './broadcast.rules.ts';
import { beginBroadcast, endBroadcasts, findOwnBroadcast, readOpenBroadcast } from './broadcasts.store.ts';

type Start = { readonly roomId: string; readonly fanId: number; readonly at: Date };

/**
 * Begins a broadcast from a host's browser, which takes over from the one before.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_NOT_HOST, LIVE_STUDIO_CLOSED, LIVE_ROOM_OVER or LIVE_ROOM_CANCELLED
 */
export async function startBroadcast(
  tx: Transaction<DB>,
  { roomId, fanId, at }: Start,
): Promise<DataOf<Contract['POST /activity/api/v1/jplive/studio/start']>> {
  const room = await lockRoom(tx, roomId);
  const { isHost } = await rolesOf(tx, roomId, fanId);
  if (room.source !== 'studio' || !isHost) throw new Refusal('LIVE_NOT_HOST');
  assertMayBroadcast(room, at);
  const broadcastId = await beginBroadcast(tx, { roomId, source: 'studio', fanId, client: null, taken: -1, at });
  return { broadcastId: String(broadcastId) };
}

type Stop = {
  readonly broadcastId: string;
  readonly endRoom: boolean;
  readonly fanId: number;
  readonly language: Language;
  readonly at: Date;
};

/**
 * Ends a host's own broadcast, and the room with it if that is wished and the room is on air.
 * @throws Refusal LIVE_BROADCAST_NOT_FOUND, or LIVE_BROADCAST_ENDED when another broadcast took over
 */
export async function stopBroadcast(
  tx: Transaction<DB>,
  { broadcastId, endRoom, ...viewer }: Stop,
): Promise<DataOf<Contract['POST /activity/api/v1/jplive/studio/stop']>> {
  const { fanId, at } = viewer;
  const id = /^\d{1,15}$/.test(broadcastId) ? Number(broadcastId) : -1;
  const own = await findOwnBroadcast(tx, { broadcastId: id, fanId });
  if (!own) throw new Refusal('LIVE_BROADCAST_NOT_FOUND');
  const room = await lockRoom(tx, own.roomId);
  await endBroadcasts(tx, { broadcastId: id }, at);
  if (endRoom && stateOf(room, at) === 'onAir') {
    // The host is on air on another device, which did not ask for the end.
    if (await readOpenBroadcast(tx, room.id)) throw new Refusal('LIVE_BROADCAST_ENDED');
    await closeNow(tx, room, at);
  }
  return { room: await getListedRoom(tx, viewer, room.id) };
}
