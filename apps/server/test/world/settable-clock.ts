import { createTurnableClock, type TimeControl } from '#/dev/turnable-clock.ts';
import { type Clock, machineClock } from '#/lib/clock.ts';

/** A clock whose day stands still until a test moves it, and whose ages and timers go on with the machine. */
export type SettableClock = Clock & {
  /** Moves the wall clock alone. */
  set(instant: Date): void;
  /** Moves the wall clock alone. */
  advance(ms: number): void;
  readonly time: TimeControl;
};

export function createSettableClock(start: Date): SettableClock {
  const { clock, time } = createTurnableClock({ ...machineClock, now: () => start });
  return {
    ...clock,
    time,
    set: (instant) => time.setWall(instant),
    advance: (ms) => time.setWall(new Date(clock.now().getTime() + ms)),
  };
}
