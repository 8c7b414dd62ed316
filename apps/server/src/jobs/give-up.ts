import type { WorkerEvents } from 'graphile-worker';

/**
 * Gives up on a pool of workers that is to end, has no job at work, and still does not end for a while: the queue's library
 * waits for ever where two reports of jobs fail close together, and for minutes where it pauses before it connects again.
 * Jobs at work are waited for: given to others, they would run twice at once.
 *
 * @returns what rejects then, until it is disposed
 */
export function giveUpWhenStuck(
  events: WorkerEvents,
  patienceMs: number,
): Disposable & { readonly promise: Promise<never> } {
  const { promise, reject } = Promise.withResolvers<never>();
  let atWork = 0;
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;

  function waitAnew(): void {
    clearTimeout(timer);
    if (!isEnding || atWork > 0) return;
    timer = setTimeout(() => {
      reject(new Error(`The pool of workers had not ended ${patienceMs} ms after its last job and was given up`));
    }, patienceMs);
  }

  events.on('job:start', () => {
    atWork += 1;
    waitAnew();
  });
  events.on('job:complete', () => {
    atWork -= 1;
    waitAnew();
  });
  events.on('pool:gracefulShutdown', () => {
    isEnding = true;
    waitAnew();
  });
  return {
    promise,
    [Symbol.dispose]() {
      isEnding = false;
      clearTimeout(timer);
    },
  };
}
