import type { Contract, DataOf } from '@lightstick/contract';

type LiveRoom = DataOf<Contract['GET /activity/api/v1/jplive/room']>['room'];
export type RoomState = LiveRoom['state'];
export type RoomKind = LiveRoom['kind'];

/** What decides the state of a room. */
export type RoomTimes = {
  readonly opensAt: Date;
  /** Null for a room that is always on. */
  readonly closesAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly failedAt: Date | null;
  readonly replayHours: number;
};

const hourMs = 3_600_000;

export function stateOf({ opensAt, closesAt, cancelledAt, failedAt }: RoomTimes, at: Date): RoomState {
  if (cancelledAt) return 'cancelled';
  if (failedAt) return 'failed';
  if (at < opensAt) return 'coming';
  return closesAt && at >= closesAt ? 'over' : 'onAir';
}

/** Returns until when the room can be watched again; null without a replay. */
export function replayUntilOf({ closesAt, cancelledAt, failedAt, replayHours }: RoomTimes): Date | null {
  if (!closesAt || cancelledAt || failedAt || replayHours === 0) return null;
  return new Date(closesAt.getTime() + replayHours * hourMs);
}

/** Returns whether there is something to watch: the room is on air, or over and can be watched again. */
export function isWatchable(room: RoomTimes, at: Date): boolean {
  const state = stateOf(room, at);
  if (state === 'onAir') return true;
  const replayUntil = replayUntilOf(room);
  return state === 'over' && replayUntil !== null && at < replayUntil;
}

/** Returns `live` for a current broadcast, and `recording` for one that is over. */
export function kindOf({ source }: { readonly source: string }, state: RoomState): RoomKind {
  return source === 'recording' || source === 'loop' || state === 'over' ? 'recording' : 'live';
}
