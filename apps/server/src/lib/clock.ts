import { setTimeout as pause } from 'node:timers/promises';

/** A timer that was set. After `cancel` it does not run again; a second time does nothing. */
export type Timer = { cancel(): void };

/** The options of Node: with `ref: false` the wait keeps no process alive that has nothing else to do. */
export type WaitOptions = { readonly ref?: boolean };

/** A source of time. Tests replace the product's (`services.clock`) by one that they turn (`dev/turnable-clock.ts`). */
export type Clock = {
  /** Reads the wall clock, which may be set back. */
  now(): Date;
  /** Returns milliseconds that only grow, for ages and durations. */
  monotonicMs(): number;
  /** Runs once. The promise of `run` is for tests that turn the time and wait for what it does. */
  after(ms: number, run: () => unknown, options?: WaitOptions): Timer;
  /** Runs again and again, whether the run before has ended or not. */
  every(ms: number, run: () => unknown, options?: WaitOptions): Timer;
  /** Rejects when the signal aborts. */
  sleep(ms: number, options?: WaitOptions & { readonly signal?: AbortSignal | undefined }): Promise<void>;
};

/**
 * The time of the machine, also in tests that turn the product's: for timeouts of sockets, processes and databases, for limits
 * that protect the processor, and for measurements of the machine's work.
 */
export const machineClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  after(ms, run, { ref = true } = {}) {
    const timer = setTimeout(run, ms);
    if (!ref) timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, run, { ref = true } = {}) {
    const timer = setInterval(run, ms);
    if (!ref) timer.unref();
    return { cancel: () => clearInterval(timer) };
  },
  sleep: (ms, options = {}) => pause(ms, undefined, options),
};

/** The product's time in production. */
export const systemClock: Clock = machineClock;

const stepMs = 1000;

/**
 * Runs a step each second until stopped, never two at once. All replicas run it, so a step must be safe under
 * concurrency.
 */
export function startPeriodicTask(
  clock: Clock,
  step: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stepping: Promise<unknown> | undefined;
  const stepAlone = () => {
    stepping ??= step()
      .catch(onFailure)
      .finally(() => {
        stepping = undefined;
      });
    return stepping;
  };
  const timer = clock.every(stepMs, stepAlone, { ref: false });
  return {
    async stop() {
      timer.cancel();
      await stepping;
    },
  };
}
