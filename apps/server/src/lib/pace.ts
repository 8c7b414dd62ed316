import { machineClock } from './clock.ts';

export type Pace = {
  /** What a caller may do at once after a rest. */
  readonly burst: number;
  readonly perSecond: number;
  /** The longest wait; what would wait longer gets no turn, so that it does not delay what comes later. Without it: endless. */
  readonly longestMs?: number;
};

export function timesFactor(pace: Pace, factor: number): Pace {
  return { ...pace, burst: pace.burst * factor, perSecond: pace.perSecond * factor };
}

const fewKeys = 10_000;

/**
 * Spreads what comes too fast, so that a flood becomes an even stream: the virtual scheduling form of the generic cell rate
 * algorithm (GCRA, ITU-T I.371).
 * @returns for a key, the milliseconds until its next turn, which is taken by asking; undefined when there is none
 */
export function createPace(
  { burst, perSecond, longestMs = Infinity }: Pace,
  now = () => machineClock.monotonicMs(),
): (key: string | number) => number | undefined {
  const intervalMs = 1000 / perSecond;
  /** The time at which the burst of a key is full again. */
  const restedAtMs = new Map<string | number, number>();
  let mostKeys = fewKeys;

  /** Forgets keys whose burst is full again, because they are like new ones. */
  function forgetRested(nowMs: number): void {
    for (const [key, atMs] of restedAtMs) if (atMs <= nowMs) restedAtMs.delete(key);
    mostKeys = Math.max(fewKeys, 2 * restedAtMs.size);
  }

  return (key) => {
    const nowMs = now();
    const atMs = Math.max(restedAtMs.get(key) ?? 0, nowMs) + intervalMs;
    const waitMs = Math.max(0, atMs - nowMs - burst * intervalMs);
    if (waitMs > longestMs) return undefined;
    if (restedAtMs.size >= mostKeys) forgetRested(nowMs);
    restedAtMs.set(key, atMs);
    return waitMs;
  };
}
