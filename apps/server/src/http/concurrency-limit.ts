import { Refusal } from '#/errors.ts';
import { createPace, type Pace, timesFactor } from '#/lib/pace.ts';
import type { Fan } from './caller.ts';
import { machineClock } from '#/lib/clock.ts';

/** What one fan may do in a process. */
type FanLimits = {
  readonly mostAtOnce: number;
  /** The pace above which calls wait, and are not refused: a flood then takes a small part of a core, with any call. */
  readonly pace?: Pace;
};

/**
 * A screen needs a handful of calls at once and a few dozen in a second; a fan with thousands of calls waiting for each
 * other's locks would block everyone else's.
 */
export const usualFanLimits: FanLimits = { mostAtOnce: 100, pace: { burst: 300, perSecond: 30 } };

/** Runs a call's work unless its fan has too many in progress. Throws Refusal TOO_MANY_REQUESTS. */
export type ConcurrencyLimit = <Result>(fan: Fan | undefined, work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits the concurrent calls of each fan in a process, and how fast they begin.
 * @param factor multiplies the limits, as it does every rate
 */
export function limitConcurrency(factor: number, { mostAtOnce, pace }: FanLimits): ConcurrencyLimit {
  const underWay = new Map<number, number>();
  const waitMsOf = pace && createPace(timesFactor(pace, factor));
  async function runCounted<Result>(fan: Fan, work: () => Promise<Result>): Promise<Result> {
    const others = underWay.get(fan.id) ?? 0;
    if (others >= mostAtOnce * factor) throw new Refusal('TOO_MANY_REQUESTS', { seconds: 1 });
    underWay.set(fan.id, others + 1);
    try {
      const waitMs = waitMsOf?.(fan.id) ?? 0;
      if (waitMs > 0) await machineClock.sleep(waitMs);
      return await work();
    } finally {
      const left = (underWay.get(fan.id) ?? 1) - 1;
      if (left === 0) underWay.delete(fan.id);
      else underWay.set(fan.id, left);
    }
  }
  return (fan, work) => (fan ? runCounted(fan, work) : work());
}
