import type { Contract, DataOf, Language } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { stateOf } from '../room-state.rules.ts';
import { listRooms } from '../rooms.presenter.ts';
import { closeNow, lockRoom } from '../rooms.store.ts';
import { endBroadcasts, readOpenBroadcast } from './broadcasts.store.ts';

type Wish = {
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
  { broadcastId, endRoom, ...viewer }: Wish,
): Promise<DataOf<Contract['POST /activity/api/v1/jplive/studio/stop']>> {
  const { fanId, at } = viewer;
  const id = /^\d{1,15}$/.test(broadcastId) ? Number(broadcastId) : -1;
  const { rows } = await sql<{ roomId: string }>`
    select room_id as "roomId" from live_broadcast where id = ${id} and fan_id = ${fanId}`.execute(tx);
  const [own] = rows;
  if (!own) throw new Refusal('LIVE_BROADCAST_NOT_FOUND');
  const room = await lockRoom(tx, own.roomId);
  await endBroadcasts(tx, sql`id = ${id}`, at);
  if (endRoom && stateOf(room, at) === 'onAir') {
    // The host is on air on another device, which did not ask for the end.
    if (await readOpenBroadcast(tx, room.id)) throw new Refusal('LIVE_BROADCAST_ENDED');
    await closeNow(tx, room, at);
  }
  const [shown] = await listRooms(tx, viewer, sql`r.id = ${room.id}`);
  if (!shown) throw new Error(`The room ${room.id} is gone`);
  return { room: shown };
}
