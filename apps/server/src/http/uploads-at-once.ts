import { createTurns } from '#/turns.ts';
import { type CallsOfFans, limitCallsOfFans } from './calls-of-fans.ts';

/** Uploads of one call that a process works on at once: each is in memory whole, from its first byte to its answer. */
const mostAtOnce = 20;

/** Of one fan. A file may come slowly, and whoever sends many so must not take every place. */
const mostOfFan = 4;

/**
 * Limits how many uploads there are at once, before anything of their forms is read. What is one too many is refused with
 * TOO_MANY_REQUESTS by its fan and OVERLOADED by all.
 *
 * @param factor - multiplies the limit of each fan, but not that of all: memory is not a rate.
 */
export function limitUploads(factor: number): CallsOfFans {
  const ofFan = limitCallsOfFans(factor, mostOfFan);
  const inTurn = createTurns(mostAtOnce, 0);
  return (fan, work) => ofFan(fan, () => inTurn(work));
}
