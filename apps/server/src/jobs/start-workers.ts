import { EventEmitter } from 'node:events';
import { run, type Runner, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from '#/log.ts';
import { queueOptions, type WorkerSettings } from './queue.ts';
import { machineClock, type Timer } from '#/lib/clock.ts';

export type Workers = {
  /** Finishes the running jobs and takes no more. */
  stop(): Promise<void>;
};

const restartAfterMs = 1_000;
/** Longer than a connection plus a statement of the queue may take, and half of a server's stop time. */
const usualPatienceMs = 15_000;

/**
 * Runs queued jobs until stopped, with retries while the database is away. Jobs with `apart` have their own worker
 * pool.
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
    await machineClock.sleep(restartAfterMs, { signal }).catch(() => undefined);
  }
}

/** Runs one worker pool. The library ends it when a report fails or a worker ends, as when the database restarts. */
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
  // The library rejects a second stop, which is expected after it stopped itself.
  const stop = () => {
    stopped = runner.stop().catch(() => undefined);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([runner.promise.then(() => stopped), givenUp]);
  } finally {
    signal.removeEventListener('abort', stop);
    // An abandoned pool would continue its schedule.
    stop();
  }
}

/**
 * Abandons an idle worker pool that does not stop: the library can wait without end after two failed reports, and for
 * minutes before it reconnects. It waits for running jobs, which would otherwise run twice.
 *
 * @returns a promise that rejects then, until it is disposed
 */
export function giveUpWhenStuck(
  events: WorkerEvents,
  patienceMs: number,
): Disposable & { readonly promise: Promise<never> } {
  const { promise, reject } = Promise.withResolvers<never>();
  let atWork = 0;
  let isEnding = false;
  let timer: Timer | undefined;

  function waitAnew(): void {
    timer?.cancel();
    if (!isEnding || atWork > 0) return;
    timer = machineClock.after(patienceMs, () => {
      reject(new Error(`The pool of workers had not ended ${patienceMs} ms after its last job and was given up`));
    });
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
      timer?.cancel();
    },
  };
}

const beatMs = 2_000;
/**
 * The time without heartbeats after which other processes treat a pool as dead. It tolerates two failed beats of eight
 * seconds each.
 */
const silence = '30 seconds';

/**
 * Sends heartbeats of a worker pool and frees the jobs of dead pools, which the library would keep locked for four
 * hours.
 *
 * @returns a function that stops the heartbeat and resolves after the last beat.
 */
function startHeartbeat(pool: Pool, log: Log, poolId: string): () => Promise<void> {
  const stopping = new AbortController();
  const beating = beatUntil(stopping.signal);

  async function beatUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await beat(pool, poolId).catch((error: unknown) => {
        log.warn({ err: error }, 'a heartbeat of the job workers failed');
      });
      await machineClock.sleep(beatMs, { signal, ref: false }).catch(() => undefined);
    }
  }

  return async function stop() {
    stopping.abort();
    await beating;
    // Without this row no process waits for a stopped pool; a failure only causes that wait.
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

/** Frees jobs of dead pools whose own lock is also old, because a pool's first heartbeat may follow its first job. */
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
