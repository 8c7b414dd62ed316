import { AsyncLocalStorage } from 'node:async_hooks';
import pLimit from 'p-limit';
import { Refusal } from '#/errors.ts';

/** Ends a turn; once is enough, and a second time does nothing. */
export type EndTurn = () => void;

/** Turns by key: `atOnce` holders of one key at a time, and the others in order of arrival. */
export type Turns = {
  /** Takes a turn that is free now. Undefined while others hold or await all turns of the key. */
  tryTake(key: string): EndTurn | undefined;
  /**
   * Waits for a turn. An aborted wait leaves the queue at once and rejects with the signal's reason.
   * @throws QueueIsFull when `mostWaiting` wait for the key
   */
  take(key: string, signal: AbortSignal): Promise<EndTurn>;
  /** How many wait, for all keys. */
  readonly waiting: number;
};

/** Too many wait for one key already. */
export class QueueIsFull extends Error {
  override readonly name = 'QueueIsFull';
}

type Queue = { held: number; readonly waiting: Set<() => void> };

/** Creates turns of this process. A key without holders costs no memory. */
export function createTurns(atOnce: number, mostWaiting: number): Turns {
  const queues = new Map<string, Queue>();
  let waiting = 0;

  function turnOf(key: string, queue: Queue): EndTurn {
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const [next] = queue.waiting;
      if (next) return next();
      queue.held -= 1;
      if (queue.held === 0) queues.delete(key);
    };
  }

  function tryTake(key: string): EndTurn | undefined {
    const queue = queues.get(key) ?? { held: 0, waiting: new Set() };
    if (queue.held >= atOnce) return undefined;
    queues.set(key, queue);
    queue.held += 1;
    return turnOf(key, queue);
  }

  function wait(key: string, queue: Queue, signal: AbortSignal): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.waiting.delete(begin);
        waiting -= 1;
        signal.removeEventListener('abort', giveUp);
      };
      // The turn of the one before passes on, so the number of holders stays.
      const begin = () => {
        leave();
        resolve(turnOf(key, queue));
      };
      const giveUp = () => {
        leave();
        reject(signal.reason as Error);
      };
      queue.waiting.add(begin);
      waiting += 1;
      signal.addEventListener('abort', giveUp);
    });
  }

  return {
    tryTake,
    async take(key, signal) {
      signal.throwIfAborted();
      const free = tryTake(key);
      if (free) return free;
      const queue = queues.get(key) as Queue;
      if (queue.waiting.size >= mostWaiting) throw new QueueIsFull();
      return wait(key, queue, signal);
    },
    get waiting() {
      return waiting;
    },
  };
}

/** What a call may use of the connections of its process. */
export type CallScope = {
  /** Waits, without a connection, until the call may take one. Rejects with the call's refusal. */
  turnAtDatabase(): Promise<EndTurn>;
};

const scopes = new AsyncLocalStorage<CallScope | undefined>();

/** Returns the call on whose behalf this code runs. Undefined in jobs, and in work that several calls share. */
export function currentCall(): CallScope | undefined {
  return scopes.getStore();
}

export function inCall<Result>(scope: CallScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/** Runs work that other calls wait for too: it must not wait for the turns of the call that happens to begin it. */
export function forAllCalls<Result>(work: () => Result): Result {
  return scopes.run(undefined, work);
}

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
