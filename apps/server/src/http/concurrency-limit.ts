import { Refusal } from '#/errors.ts';
import type { Fan } from './caller.ts';

/**
 * The most concurrent calls of one fan. A screen needs a handful; a fan with thousands of calls waiting for each other's
 * locks would block everyone else's.
 */
const mostAtOnce = 100;

/** Runs a call's work unless its fan has too many in progress. Throws Refusal TOO_MANY_REQUESTS. */
export type ConcurrencyLimit = <Result>(fan: Fan | undefined, work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits the concurrent calls of each fan in a process.
 * @param factor multiplies the limit, as it does every rate
 * @param most the limit, if not the usual one
 */
export function limitConcurrency(factor: number, most = mostAtOnce): ConcurrencyLimit {
  const underWay = new Map<number, number>();
  async function counted<Result>(fan: Fan, work: () => Promise<Result>): Promise<Result> {
    const others = underWay.get(fan.id) ?? 0;
    if (others >= most * factor) throw new Refusal('TOO_MANY_REQUESTS', { seconds: 1 });
    underWay.set(fan.id, others + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(fan.id) ?? 1) - 1;
      if (left === 0) underWay.delete(fan.id);
      else underWay.set(fan.id, left);
    }
  }
  return (fan, work) => (fan ? counted(fan, work) : work());
}
