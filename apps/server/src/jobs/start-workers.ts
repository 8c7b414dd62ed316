import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { run, type Runner, type WorkerEvents } from 'graphile-worker';
import { giveUpWhenStuck } from './give-up.ts';
import { startHeartbeat } from './heartbeat.ts';
import { queueOptions, type WorkerSettings } from './queue-options.ts';

export type Workers = {
  /** Finishes the jobs at hand and takes no more. */
  stop(): Promise<void>;
};

const restartAfterMs = 1_000;
/** Longer than a connection and a statement of the queue may take, and half of what a server has to stop. */
const usualPatienceMs = 15_000;

/**
 * Works on queued jobs until stopped. While the database is away it tries again and again. Jobs that are `apart` have a pool
 * of workers of their own.
 */
export function startWorkers(settings: WorkerSettings): Workers {
  const stopping = new AbortController();
  const pools = [settings.jobs.filter((job) => !job.apart), settings.jobs.filter((job) => job.apart)];
  const working = Promise.all(
    pools.filter(({ length }) => length > 0).map((jobs) => workUntil(stopping.signal, { ...settings, jobs })),
  );
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

async function workUntil(signal: AbortSignal, settings: WorkerSettings): Promise<void> {
  while (!signal.aborted) {
    const failure = await workOnce(signal, settings).catch((error: unknown) => error);
    if (signal.aborted) break;
    settings.log.warn({ err: failure }, 'the job workers stopped and are started again');
    await pause(restartAfterMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * One life of a pool of workers. The library ends it when a job cannot be reported or a worker ends by itself, as when the
 * database restarts.
 */
async function workOnce(signal: AbortSignal, settings: WorkerSettings): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  let stopHeartbeat: (() => Promise<void>) | undefined;
  events.on('pool:create', ({ workerPool }) => {
    stopHeartbeat = startHeartbeat(settings.pool, settings.log, workerPool.id);
  });
  using stuck = giveUpWhenStuck(events, settings.patienceMs ?? usualPatienceMs);
  try {
    const runner = await run({ ...queueOptions(settings), events });
    await untilOver(runner, signal, stuck.promise);
  } finally {
    await stopHeartbeat?.();
  }
}

async function untilOver(runner: Runner, signal: AbortSignal, givenUp: Promise<never>): Promise<void> {
  let stopped: Promise<void> | undefined;
  // It refuses to stop twice, which is to be expected when it has stopped by itself.
  const stop = () => {
    stopped = runner.stop().catch(() => undefined);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([runner.promise.then(() => stopped), givenUp]);
  } finally {
    signal.removeEventListener('abort', stop);
    // One that was given up would go on with its schedule.
    stop();
  }
}
