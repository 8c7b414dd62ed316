import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from '#/log.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { Job } from './job.ts';
import { queueLog } from './queue-log.ts';

export type Workers = {
  /** Finishes the jobs at hand and takes no more. */
  stop(): Promise<void>;
};

type WorkerSettings = {
  /** Connects as the owner of the queue; jobs themselves use the application's own connections. */
  readonly pool: Pool;
  readonly log: Log;
  readonly jobs: readonly Job[];
};

const jobsAtOnce = 3;
/** How late a retry may be; new jobs are announced by the database and do not wait for it. */
const pollMs = 1_000;
const restartAfterMs = 1_000;

/** Works on queued jobs until stopped. While the database is away it tries again and again. */
export function startWorkers(settings: WorkerSettings): Workers {
  const stopping = new AbortController();
  const working = workUntil(stopping.signal, settings);
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
async function workOnce(signal: AbortSignal, { pool, log, jobs }: WorkerSettings): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  let stopHeartbeat: (() => Promise<void>) | undefined;
  events.on('pool:create', ({ workerPool }) => {
    stopHeartbeat = startHeartbeat(pool, log, workerPool.id);
  });
  try {
    const runner = await run({
      pgPool: pool,
      events,
      logger: queueLog(log),
      concurrency: jobsAtOnce,
      pollInterval: pollMs,
      noHandleSignals: true,
      taskList: taskListOf(jobs),
      parsedCronItems: parseCronItems(
        jobs.flatMap(({ name, schedule }) => (schedule ? [{ task: name, match: schedule }] : [])),
      ),
    });
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

/** The jobs as the queue's library wants them. */
export function taskListOf(jobs: readonly Job[]): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload, { job: { attempts, max_attempts: allowed } }) =>
        job.run(payload, { number: attempts, last: attempts >= allowed }),
    ]),
  );
}
