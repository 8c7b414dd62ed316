import type { Clock } from '#/lib/clock.ts';

/** A fixed clock that tests move. */
export type SettableClock = Clock & {
  set(time: Date): void;
  advance(ms: number): void;
};

export function createSettableClock(start: Date): SettableClock {
  let now = start;
  return {
    now: () => new Date(now),
    set(time) {
      now = time;
    },
    advance(ms) {
      now = new Date(now.getTime() + ms);
    },
  };
}
