import { parseCronItems, type RunnerOptions, type TaskList, runMigrations, Logger } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '#/db/schema.ts';
import type { Clock } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';
import type { Job } from './job.ts';

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

/**
 * Lets the queue's library write to our log. What it attaches to a line is left out, because that holds payloads and
 * connection settings.
 */
function queueLog(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    const where = { jobId: scope.jobId, job: scope.taskIdentifier };
    if (level === 'error') log.error(where, message);
    else if (level === 'warning') log.warn(where, message);
    else log.debug(where, message);
  });
}

/**
 * Installs or upgrades the schema `graphile_worker`, after our own migrations. Several replicas may do so at once.
 *
 * @param pool - connects as the owner, who alone may write the queue.
 */
export async function installQueue(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: queueLog(log) });
}

/** How long a job that has failed for good can be looked at. */
const keptMs = 24 * 60 * 60_000;

/** Forgets, every hour, jobs that failed for good a day ago: a mail that nobody took still carries its address. */
export function forgetFailedJobsJob({ db, clock }: { readonly db: Kysely<DB>; readonly clock: Clock }): Job {
  return {
    name: 'forget-failed-jobs',
    schedule: '25 * * * *',
    async run() {
      await sql`SELECT forget_failed_jobs(${new Date(clock.now().getTime() - keptMs)})`.execute(db);
    },
  };
}
