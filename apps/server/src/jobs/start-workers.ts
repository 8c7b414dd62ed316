import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { run, type Runner, type WorkerEvents } from 'graphile-worker';
import { startHeartbeat } from './heartbeat.ts';
import { queueOptions, type WorkerSettings } from './queue-options.ts';

export type Workers = {
  /** Finishes the jobs at hand and takes no more. */
  stop(): Promise<void>;
};

const restartAfterMs = 1_000;

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

/** One life of a pool of workers. The library ends it after a row of failed queries, which a restart of the database is. */
async function workOnce(signal: AbortSignal, settings: WorkerSettings): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  let stopHeartbeat: (() => Promise<void>) | undefined;
  events.on('pool:create', ({ workerPool }) => {
    stopHeartbeat = startHeartbeat(settings.pool, settings.log, workerPool.id);
  });
  try {
    const runner = await run({ ...queueOptions(settings), events });
    await untilOver(runner, signal);
  } finally {
    await stopHeartbeat?.();
  }
}

async function untilOver(runner: Runner, signal: AbortSignal): Promise<void> {
  let stopped: Promise<void> | undefined;
  // It refuses to stop twice, which is to be expected when it has just stopped by itself.
  const stop = () => {
    stopped = runner.stop().catch(() => undefined);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    await runner.promise;
    await stopped;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
