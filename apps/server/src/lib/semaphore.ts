import pLimit from 'p-limit';
import { Refusal } from '#/errors.ts';

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets a few pieces of heavy work run at once and the others wait in the order in which they came.
 *
 * @param atOnce - how many run at once.
 * @param mostWaiting - how many may wait; whoever comes after them is refused with OVERLOADED.
 */
export function createSemaphore(atOnce: number, mostWaiting: number): Semaphore {
  const limit = pLimit(atOnce);

  return async function inTurn(work) {
    if (limit.activeCount + limit.pendingCount >= atOnce + mostWaiting) throw new Refusal('OVERLOADED');
    return limit(work);
  };
}
