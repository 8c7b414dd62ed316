import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, Timer } from '#/lib/clock.ts';

/** What the turned time adds to: the machine's time, or one that stands. */
export type TimeBase = Pick<Clock, 'now' | 'monotonicMs' | 'after'>;

/** Turns the time of a server. Each call resolves when what fell due has done its work. */
export type TimeControl = {
  /**
   * Sets the wall clock. Forwards, the time between has passed at once, as for a machine that slept: each timer that fell due
   * runs once, at the new time. Backwards, the wall clock alone moves.
   */
  set(instant: Date): Promise<void>;
  /** Lets time pass. Timers run in the order in which they fall due, each at its time. */
  advance(ms: number): Promise<void>;
  /** Runs every ticker once, without letting time pass. */
  step(): Promise<void>;
  /** Makes everything that is cached too old to be used. No time passes and no timer runs. */
  forget(): void;
  /** Moves the wall clock alone, as an operator of the machine does; ages, timers and caches do not notice. */
  setWall(instant: Date): void;
};

/** Longer than any cache is fresh. */
const cachesAreStaleMs = 120_000;
/** A cache's age counts from a time above zero. */
const standingMs = 1;

/** Creates a time that moves only when it is turned. */
export function standingAt(start: Date): TimeBase {
  return { now: () => new Date(start), monotonicMs: () => standingMs, after: () => ({ cancel: () => undefined }) };
}

type PendingTimer = {
  dueMs: number;
  readonly place: number;
  readonly periodMs: number | undefined;
  readonly run: () => unknown;
};

/** The work of a timer that ran. It is at rest while it sleeps by this clock. */
type Task = { asleep: number };

/** Creates a clock whose time runs ahead of its base by the sum of its turns. */
export function createTurnableClock(base: TimeBase): { readonly clock: Clock; readonly time: TimeControl } {
  const ahead = createLead(base);
  const timers = createTimers();
  const turns = createTurns(arm);
  const works = createWorks(turns.isOn);
  let armed: Timer | undefined;

  /** Sets a timer of the base, which runs what falls due between turns. */
  function arm(): void {
    armed?.cancel();
    const next = timers.next();
    armed = next && base.after(Math.max(0, next.dueMs - ahead.monotonicMs()), runBetweenTurns, { ref: false });
  }

  function runBetweenTurns(): void {
    if (turns.isOn()) return;
    runDue();
    arm();
  }

  function runDue(atMs = ahead.monotonicMs()): void {
    for (const timer of timers.takeDue(atMs)) works.start(timer.run);
  }

  function add(ms: number, run: () => unknown, periodMs?: number): Timer {
    const timer = timers.add(ahead.monotonicMs() + Math.max(0, ms), run, periodMs);
    arm();
    return { cancel: () => void timers.remove(timer) };
  }

  async function advance(ms: number): Promise<void> {
    const passTo = ahead.passing();
    const untilMs = ahead.monotonicMs() + ms;
    for (;;) {
      await works.atRest();
      const next = timers.next();
      if (!next || next.dueMs > untilMs) return passTo(untilMs);
      passTo(next.dueMs);
      // Sums of fractions may end a little before their goal.
      runDue(Math.max(next.dueMs, ahead.monotonicMs()));
    }
  }

  async function set(instant: Date): Promise<void> {
    const byMs = instant.getTime() - ahead.now().getTime();
    if (byMs < 0) return ahead.setWall(instant);
    ahead.passing()(ahead.monotonicMs() + byMs);
    runDue();
    await works.atRest();
  }

  async function step(): Promise<void> {
    for (const timer of timers.tickers()) {
      if (!timers.has(timer)) continue;
      works.start(timer.run);
      await works.atRest();
    }
  }

  return {
    clock: {
      now: ahead.now,
      monotonicMs: ahead.monotonicMs,
      after: (ms, run) => add(ms, run),
      every: (ms, run) => add(ms, run, ms),
      sleep: (ms, { signal } = {}) => sleepBy(add, () => works.beginSleep(), ms, signal),
    },
    time: {
      set: (instant) => turns.take(() => set(instant)),
      advance: (ms) => turns.take(() => advance(ms)),
      step: () => turns.take(step),
      forget() {
        timers.postpone(cachesAreStaleMs);
        ahead.age(cachesAreStaleMs);
        arm();
      },
      setWall: (instant) => ahead.setWall(instant),
    },
  };
}

/** Makes one turn after the other. */
function createTurns(onEnd: () => void) {
  let turning: Promise<void> | undefined;
  return {
    isOn: () => turning !== undefined,
    async take(work: () => Promise<void>): Promise<void> {
      while (turning) await turning.catch(() => undefined);
      turning = work().finally(() => {
        turning = undefined;
        onEnd();
      });
      return turning;
    },
  };
}

/** Keeps how far the time is ahead of its base. */
function createLead(base: TimeBase) {
  let [aheadMs, wallAheadMs] = [0, 0];
  const monotonicMs = () => base.monotonicMs() + aheadMs;
  const nowMs = () => base.now().getTime() + wallAheadMs;
  return {
    monotonicMs,
    // What was set is exact, whatever fractions have passed before.
    now: () => new Date(Math.round(nowMs())),
    setWall(instant: Date): void {
      wallAheadMs += instant.getTime() - nowMs();
    },
    age(ms: number): void {
      aheadMs += ms;
    },
    /** Lets time pass from now on: to instants of the monotonic clock, and never back where the base went on. */
    passing(): (toMs: number) => void {
      const [fromMs, fromWallMs] = [monotonicMs(), nowMs()];
      return (toMs) => {
        aheadMs += Math.max(0, toMs - monotonicMs());
        wallAheadMs += Math.max(0, fromWallMs + toMs - fromMs - nowMs());
      };
    },
  };
}

function sleepBy(
  after: (ms: number, run: () => void) => Timer,
  beginSleep: () => () => void,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const wake = beginSleep();
    const timer = after(ms, () => end(resolve));
    const giveUp = () => end(() => reject(signal?.reason as Error));
    function end(settle: () => void): void {
      timer.cancel();
      signal?.removeEventListener('abort', giveUp);
      wake();
      settle();
    }
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** Keeps the timers that wait, by when they fall due. Those of one instant run in the order in which they were set. */
function createTimers() {
  const waiting = new Set<PendingTimer>();
  let places = 0;

  const inOrder = () => [...waiting].toSorted((one, other) => one.dueMs - other.dueMs || one.place - other.place);

  return {
    add(dueMs: number, run: () => unknown, periodMs: number | undefined): PendingTimer {
      places += 1;
      const timer = { dueMs, run, periodMs, place: places };
      waiting.add(timer);
      return timer;
    },
    has: (timer: PendingTimer) => waiting.has(timer),
    remove: (timer: PendingTimer) => waiting.delete(timer),
    next: () => inOrder()[0],
    tickers: () => inOrder().filter(({ periodMs }) => periodMs !== undefined),
    /** Takes the due timers; one that another of the same instant cancels does not run. */
    *takeDue(atMs: number): Generator<PendingTimer> {
      for (const timer of inOrder()) {
        if (timer.dueMs > atMs) return;
        if (!waiting.has(timer)) continue;
        if (timer.periodMs === undefined) waiting.delete(timer);
        else timer.dueMs = atMs + timer.periodMs;
        yield timer;
      }
    },
    postpone(ms: number): void {
      for (const timer of waiting) timer.dueMs += ms;
    },
  };
}

/**
 * Keeps the work that timers have begun. A turn waits for it and throws its failures; between turns they stay
 * unhandled.
 */
function createWorks(isTurning: () => boolean) {
  const running = new Set<Task>();
  const taskOf = new AsyncLocalStorage<Task>();
  const failures: unknown[] = [];
  let changed = Promise.withResolvers<void>();

  function look(): void {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  }

  async function work(task: Task, run: () => unknown): Promise<void> {
    try {
      await taskOf.run(task, run);
    } catch (error) {
      if (!isTurning()) throw error;
      failures.push(error);
    } finally {
      running.delete(task);
      look();
    }
  }

  return {
    start(run: () => unknown): void {
      const task: Task = { asleep: 0 };
      running.add(task);
      void work(task, run);
    },
    /** Lets the current work sleep until the returned function is called. */
    beginSleep(): () => void {
      const task = taskOf.getStore();
      if (!task) return () => undefined;
      task.asleep += 1;
      look();
      return () => {
        task.asleep -= 1;
      };
    },
    /** Resolves when all work is done or sleeps. Throws what has failed. */
    async atRest(): Promise<void> {
      while ([...running].some(({ asleep }) => asleep === 0)) await changed.promise;
      if (failures.length > 0) throw failures.shift();
    },
  };
}
