import { parseCronItems, type RunnerOptions, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from '#/log.ts';
import type { Job } from './job.ts';
import { queueLog } from './queue-log.ts';

export type WorkerSettings = {
  /** Connects as the owner of the queue; jobs themselves use the application's own connections. */
  readonly pool: Pool;
  readonly log: Log;
  readonly jobs: readonly Job[];
  /** How long a pool of workers that is to end may take for it once it has no job at work. */
  readonly patienceMs?: number;
};

/** What one pool of workers works on at once. */
const jobsAtOnce = 3;
/** How late a retry may be; new jobs are announced by the database and do not wait for it. */
const pollMs = 1_000;

/**
 * How the queue's library is to run our jobs.
 *
 * The two delays of 0 make it report a finished job in batches, of what finishes together. Without them it does not wait
 * for the report, nor for its failure when the database is away, which would then end the process.
 */
export function queueOptions({ pool, log, jobs }: WorkerSettings): RunnerOptions {
  return {
    pgPool: pool,
    logger: queueLog(log),
    concurrency: jobsAtOnce,
    pollInterval: pollMs,
    noHandleSignals: true,
    taskList: taskListOf(jobs),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, schedule }) =>
        schedule ? [{ task: name, match: schedule, options: { queueName: name, jobKey: name } }] : [],
      ),
    ),
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
}

function taskListOf(jobs: readonly Job[]): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload, { job: { attempts, max_attempts: allowed } }) =>
        job.run(payload, { number: attempts, last: attempts >= allowed }),
    ]),
  );
}
