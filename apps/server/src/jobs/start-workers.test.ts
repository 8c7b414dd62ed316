import { EventEmitter } from 'node:events';
import type { WorkerEventMap, WorkerEvents } from 'graphile-worker';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveUpWhenStuck } from './start-workers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Makes a worker pool with the library's events. */
function givenPool() {
  const events: WorkerEvents = new EventEmitter();
  const stuck = giveUpWhenStuck(events, 15_000);
  let isGivenUp = false;
  stuck.promise.catch(() => (isGivenUp = true));
  return {
    stuck,
    tell: (...names: (keyof WorkerEventMap)[]) => names.forEach((name) => void events.emit(name, {} as never)),
    isGivenUpAfter: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return isGivenUp;
    },
  };
}

describe('a pool of workers', () => {
  it('is left in peace while nothing asks it to end', async () => {
    const { tell, isGivenUpAfter } = givenPool();
    tell('job:start', 'job:complete');
    expect(await isGivenUpAfter(3_600_000)).toBe(false);
  });

  it('that is to end is waited for while a job is at work, and not much longer', async () => {
    const { tell, isGivenUpAfter } = givenPool();
    tell('job:start', 'job:start', 'pool:gracefulShutdown', 'job:complete');
    expect(await isGivenUpAfter(3_600_000)).toBe(false);
    tell('job:complete');
    expect(await isGivenUpAfter(14_999)).toBe(false);
    expect(await isGivenUpAfter(1)).toBe(true);
  });

  it('is waited for again when it has taken one more job', async () => {
    const { tell, isGivenUpAfter } = givenPool();
    tell('pool:gracefulShutdown');
    expect(await isGivenUpAfter(10_000)).toBe(false);
    tell('job:start', 'job:complete');
    expect(await isGivenUpAfter(14_999)).toBe(false);
    expect(await isGivenUpAfter(1)).toBe(true);
  });

  it('that has ended in time is forgotten', async () => {
    const { stuck, tell, isGivenUpAfter } = givenPool();
    tell('pool:gracefulShutdown');
    stuck[Symbol.dispose]();
    expect(await isGivenUpAfter(3_600_000)).toBe(false);
  });
});
