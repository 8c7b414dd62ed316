import type { Clock } from './clock.ts';

const secondMs = 1000;

/** Counts what happens, and tells how often it happened in a second over the last whole seconds. */
export type RateWindow = {
  count(happened: number): void;
  /** @param seconds at most those of the window */
  perSecond(seconds: number): number;
};

/** @param seconds how far back it knows; its memory is one number for each */
export function createRateWindow(clock: Pick<Clock, 'monotonicMs'>, seconds: number): RateWindow {
  // One more for the second that is not over.
  const counts = Array.from({ length: seconds + 1 }, () => 0);
  let newest = currentSecond();

  function currentSecond(): number {
    return Math.floor(clock.monotonicMs() / secondMs);
  }

  /** Empties the places of the seconds that have passed since the last look. */
  function move(): void {
    const now = currentSecond();
    for (let second = Math.max(newest + 1, now - seconds); second <= now; second += 1) {
      counts[second % counts.length] = 0;
    }
    newest = now;
  }

  return {
    count(happened) {
      move();
      counts[newest % counts.length] = (counts[newest % counts.length] ?? 0) + happened;
    },
    perSecond(last) {
      move();
      let sum = 0;
      for (let ago = 1; ago <= last; ago += 1) sum += counts[(newest - ago + counts.length) % counts.length] ?? 0;
      return sum / last;
    },
  };
}
