import { rehearsalMinutes } from '@lightstick/contract';
import { Refusal } from '#/errors.ts';
import { type RoomTimes, stateOf } from '../room-state.rules.ts';

/**
 * A broadcast may begin shortly before its room opens.
 * @throws Refusal LIVE_STUDIO_CLOSED, LIVE_ROOM_OVER or LIVE_ROOM_CANCELLED
 */
export function assertMayBroadcast(room: RoomTimes, at: Date): void {
  const state = stateOf(room, at);
  if (state === 'cancelled') throw new Refusal('LIVE_ROOM_CANCELLED');
  if (state === 'over' || state === 'failed') throw new Refusal('LIVE_ROOM_OVER');
  if (at.getTime() < room.opensAt.getTime() - rehearsalMinutes * 60_000) {
    throw new Refusal('LIVE_STUDIO_CLOSED', { minutes: rehearsalMinutes });
  }
}
