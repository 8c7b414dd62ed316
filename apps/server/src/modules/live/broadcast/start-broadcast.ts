import type { Contract, DataOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { lockRoom } from '../rooms.store.ts';
import { rolesOf } from '../rooms.view.ts';
import { assertMayBroadcast } from './broadcast.rules.ts';
import { beginBroadcast } from './broadcasts.store.ts';

type Wish = { readonly roomId: string; readonly fanId: number; readonly at: Date };

/**
 * Begins a broadcast from a host's browser, which takes over from the one before.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, LIVE_NOT_HOST, LIVE_STUDIO_CLOSED, LIVE_ROOM_OVER or LIVE_ROOM_CANCELLED
 */
export async function startBroadcast(
  tx: Transaction<DB>,
  { roomId, fanId, at }: Wish,
): Promise<DataOf<Contract['POST /activity/api/v1/jplive/studio/start']>> {
  const room = await lockRoom(tx, roomId);
  const { isHost } = await rolesOf(tx, roomId, fanId);
  if (room.source !== 'studio' || !isHost) throw new Refusal('LIVE_NOT_HOST');
  assertMayBroadcast(room, at);
  const broadcastId = await beginBroadcast(tx, { roomId, source: 'studio', fanId, client: null, taken: -1, at });
  return { broadcastId: String(broadcastId) };
}
