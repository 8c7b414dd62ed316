import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { run, type Runner, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from '#/log.ts';
import { queueOptions, type WorkerSettings } from './queue.ts';

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

const beatMs = 2_000;
/**
 * After how long others think that this pool of workers has died. Two beats in a row may fail until then, each after the
 * eight seconds for which a line of the queue may be silent.
 */
const silence = '30 seconds';

/**
 * Says that a pool of workers is alive, and frees the jobs of pools that no longer say so: the queue's library would
 * keep a dead process's jobs locked for four hours.
 *
 * @returns what stops the beating; it resolves when the last beat is over.
 */
function startHeartbeat(pool: Pool, log: Log, poolId: string): () => Promise<void> {
  const stopping = new AbortController();
  const beating = beatUntil(stopping.signal);

  async function beatUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await beat(pool, poolId).catch((error: unknown) => {
        log.warn({ err: error }, 'a heartbeat of the job workers failed');
      });
      await pause(beatMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  return async function stop() {
    stopping.abort();
    await beating;
    // Without this row nobody waits for a pool that has ended in order; a failure only means that they wait.
    await pool.query('DELETE FROM job_worker WHERE pool_id = $1', [poolId]).catch(() => undefined);
  };
}

async function beat(pool: Pool, poolId: string): Promise<void> {
  await pool.query(
    'INSERT INTO job_worker (pool_id, beat_at) VALUES ($1, now()) ON CONFLICT (pool_id) DO UPDATE SET beat_at = now()',
    [poolId],
  );
  await freeJobsOfTheDead(pool);
}

/** A job is freed only after its own lock has also been silent, so that a pool's first beat may come after its first job. */
export async function freeJobsOfTheDead(pool: Pool): Promise<void> {
  await pool.query(
    `WITH gone AS (DELETE FROM job_worker WHERE beat_at < now() - $1::interval)
     SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT j.locked_by))
       FROM graphile_worker._private_jobs j
      WHERE j.locked_at < now() - $1::interval
        AND NOT EXISTS (SELECT FROM job_worker w WHERE w.pool_id = j.locked_by AND w.beat_at >= now() - $1::interval)
     HAVING count(*) > 0`,
    [silence],
  );
}
