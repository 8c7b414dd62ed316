import pLimit from 'p-limit';
import { Refusal } from '#/errors.ts';
import { forAllCalls } from './call-scope.ts';

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Limits concurrent work; further calls wait in order. The limit replaces the turns of the calls: work with a place here that
 * waited for its caller's turn would keep the others waiting.
 *
 * @param atOnce - maximum number of running calls.
 * @param mostWaiting - maximum number of waiting calls; more are refused with OVERLOADED.
 */
export function createSemaphore(atOnce: number, mostWaiting: number): Semaphore {
  const limit = pLimit(atOnce);

  return async function inTurn(work) {
    if (limit.activeCount + limit.pendingCount >= atOnce + mostWaiting) throw new Refusal('OVERLOADED');
    return limit(() => forAllCalls(work));
  };
}
