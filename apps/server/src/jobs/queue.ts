import { parseCronItems, type RunnerOptions, type TaskList, runMigrations, Logger } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '#/db/schema.ts';
import { type Clock, machineClock } from '#/lib/clock.ts';
import { inSpan } from '#/lib/tracing.ts';
import type { Log } from '#/log.ts';
import { type Job, scheduledJob } from './job.ts';

export type WorkerSettings = {
  /** Connects as the owner of the queue; jobs use the application's connections. */
  readonly pool: Pool;
  readonly log: Log;
  readonly jobs: readonly Job[];
  /** Receives the end of every attempt. */
  readonly onAttempt?: (job: string, outcome: 'done' | 'failed', seconds: number) => void;
  /** How long an idle worker pool may take to stop. */
  readonly patienceMs?: number;
};

/** Concurrent jobs of one worker pool. */
const jobsAtOnce = 3;
/** Maximum delay of a retry; the database announces new jobs at once. */
const pollMs = 1_000;

/**
 * Builds the options of the queue's library. The two delays of 0 make it await its reports of finished jobs; otherwise
 * a failed report without a database would end the process.
 */
export function queueOptions({ pool, log, jobs, onAttempt }: WorkerSettings): RunnerOptions {
  return {
    pgPool: pool,
    logger: queueLog(log),
    concurrency: jobsAtOnce,
    pollInterval: pollMs,
    noHandleSignals: true,
    taskList: taskListOf(jobs, onAttempt),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ id, schedule }) =>
        schedule ? [{ task: id, match: schedule, options: { queueName: id, jobKey: id } }] : [],
      ),
    ),
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
}

function taskListOf(jobs: readonly Job[], onAttempt: WorkerSettings['onAttempt']): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.id,
      async (payload, { job: { attempts, max_attempts: allowed } }) => {
        const begunAtMs = machineClock.monotonicMs();
        let outcome: 'done' | 'failed' = 'failed';
        try {
          await inSpan(`job ${job.id}`, { isRoot: true, attributes: { attempt: attempts } }, () =>
            job.run(payload, { number: attempts, last: attempts >= allowed }),
          );
          outcome = 'done';
        } finally {
          onAttempt?.(job.id, outcome, (machineClock.monotonicMs() - begunAtMs) / 1000);
        }
      },
    ]),
  );
}

/** Writes the library's messages to our log without their metadata, which contain payloads and connection settings. */
function queueLog(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    const where = { jobId: scope.jobId, job: scope.taskIdentifier };
    if (level === 'error') log.error(where, message);
    else if (level === 'warning') log.warn(where, message);
    else log.debug(where, message);
  });
}

/**
 * Installs or upgrades the schema `graphile_worker` after our migrations; concurrent runs are safe.
 *
 * @param pool - connects as the owner, who alone may write the queue.
 */
export async function installQueue(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: queueLog(log) });
}

/** How long failed jobs stay for inspection. */
const keptMs = 24 * 60 * 60_000;

/** Deletes old failed jobs each hour: an undelivered mail still contains its address. */
export function forgetFailedJobsJob({ db, clock }: { readonly db: Kysely<DB>; readonly clock: Clock }): Job {
  return scheduledJob('forget-failed-jobs', async () => {
    await sql`SELECT forget_failed_jobs(${new Date(clock.now().getTime() - keptMs)})`.execute(db);
  });
}
