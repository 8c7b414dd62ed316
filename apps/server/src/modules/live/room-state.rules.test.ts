import { describe, expect, it } from 'vitest';
import { isWatchable, replayUntilOf, type RoomTimes, stateOf } from './room-state.rules.ts';

const at = (time: string) => new Date(`2026-11-26T${time}Z`);
const evening: RoomTimes = {
  opensAt: at('19:00:00'),
  closesAt: at('20:00:00'),
  cancelledAt: null,
  failedAt: null,
  replayHours: 2,
};

describe('a room', () => {
  it('comes, is on air from the first instant of its window, and is over at the last', () => {
    expect(stateOf(evening, at('18:59:59.999'))).toBe('coming');
    expect(stateOf(evening, at('19:00:00'))).toBe('onAir');
    expect(stateOf(evening, at('19:59:59.999'))).toBe('onAir');
    expect(stateOf(evening, at('20:00:00'))).toBe('over');
  });

  it('without an end is always on', () => {
    expect(stateOf({ ...evening, closesAt: null }, at('23:00:00'))).toBe('onAir');
    expect(replayUntilOf({ ...evening, closesAt: null })).toBeNull();
  });

  it('of a cancelled or failed room never changes, and has no replay', () => {
    const cancelled = { ...evening, cancelledAt: at('12:00:00') };
    const failed = { ...evening, failedAt: at('20:00:01') };
    expect([stateOf(cancelled, at('11:00:00')), stateOf(cancelled, at('19:30:00'))]).toEqual([
      'cancelled',
      'cancelled',
    ]);
    expect(stateOf(failed, at('21:00:00'))).toBe('failed');
    expect([replayUntilOf(cancelled), replayUntilOf(failed)]).toEqual([null, null]);
  });

  it('can be watched while it is on air, and again for the hours of its replay', () => {
    expect(replayUntilOf(evening)).toEqual(at('22:00:00'));
    expect(replayUntilOf({ ...evening, replayHours: 0 })).toBeNull();
    const watchable = ['18:00:00', '19:30:00', '21:59:59', '22:00:00'].map((time) => isWatchable(evening, at(time)));
    expect(watchable).toEqual([false, true, true, false]);
  });
});
