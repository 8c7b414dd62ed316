import { createTurnableClock, type TimeBase, type TimeControl } from '#/dev/turnable-clock.ts';
import { type Clock, machineClock } from '#/lib/clock.ts';

/** A clock whose wall time stands still until a test moves it. */
export type SettableClock = Clock & {
  /** Moves the wall clock alone. */
  set(instant: Date): void;
  /** Moves the wall clock alone. */
  advance(ms: number): void;
  readonly time: TimeControl;
};

/** @param base what the time adds to; by default ages and timers go on with the machine */
export function createSettableClock(
  start: Date,
  base: TimeBase = { ...machineClock, now: () => start },
): SettableClock {
  const { clock, time } = createTurnableClock(base);
  return {
    ...clock,
    time,
    set: (instant) => time.setWall(instant),
    advance: (ms) => time.setWall(new Date(clock.now().getTime() + ms)),
  };
}
