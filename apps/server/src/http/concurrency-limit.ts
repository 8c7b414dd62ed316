import { Refusal } from '#/errors.ts';
import type { Fan } from './caller.ts';

/**
 * Calls of one fan that are worked on at once, at most. A screen needs a handful; a fan whose thousands of calls wait for
 * each other's locks would otherwise hold up everybody's.
 */
const mostAtOnce = 100;

/** Does the work of a call unless its fan has too many under way. Throws Refusal TOO_MANY_REQUESTS. */
export type ConcurrencyLimit = <Result>(fan: Fan | undefined, work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits how many calls of each fan a process works on at once.
 *
 * @param factor - multiplies the limit, as it does every rate.
 * @param most - the limit, where it is not that of all calls.
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
