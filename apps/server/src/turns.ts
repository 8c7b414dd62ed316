import { Refusal } from '#/errors.ts';

export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets a few pieces of heavy work run at once and the others wait in the order in which they came.
 *
 * @param atOnce - how many run at once.
 * @param mostWaiting - how many may wait; whoever comes after them is refused with OVERLOADED.
 */
export function createTurns(atOnce: number, mostWaiting: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn(work) {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new Refusal('OVERLOADED');
      // The one who finishes hands its turn over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
