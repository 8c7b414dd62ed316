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

/** Segments may come faster for a moment, after a connection that stumbled. */
const aheadSeconds = 15;
/** Segments last a second or two; many short ones would fill the disk. */
const mostSegmentsASecond = 2;

type Progress = { readonly startedAt: Date; readonly seconds: number; readonly taken: number };

/** Whether a broadcast with one more segment is no longer, and has no more segments, than its time allows. */
export function isInTime({ startedAt, seconds }: Omit<Progress, 'taken'>, next: number, at: Date): boolean {
  return seconds + next <= elapsedSeconds(startedAt, at) + aheadSeconds;
}

/** Whether a source that numbers its segments from 0 has not sent more of them than its time allows. */
export function isInNumber({ startedAt, taken }: Progress, at: Date): boolean {
  return taken + 2 <= mostSegmentsASecond * (elapsedSeconds(startedAt, at) + aheadSeconds);
}

function elapsedSeconds(startedAt: Date, at: Date): number {
  return (at.getTime() - startedAt.getTime()) / 1000;
}
