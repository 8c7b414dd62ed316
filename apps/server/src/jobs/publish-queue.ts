import { Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';
import { machineClock } from '#/lib/clock.ts';
import { readForScrapes } from '#/lib/scrape-reading.ts';
import type { Log } from '#/log.ts';

type JobCount = {
  readonly job: string;
  readonly due: number;
  readonly retried: number;
  readonly givenUp: number;
  readonly overdueSeconds: number;
};

/**
 * Publishes what waits in the queue, by the id of the job. Of several workers the supervisor publishes it, once for all.
 * @param pool connects as the owner of the queue
 */
export function publishQueue(registry: Registry, pool: Pool, log: Log): void {
  const counted = readForScrapes(
    machineClock,
    () => countJobs(pool),
    (error) => log.warn({ err: error }, 'the jobs in the queue could not be counted'),
  );
  const registers = [registry];
  new Gauge({
    name: 'lightstick_jobs',
    help: 'Jobs in the queue: due and not begun, failed and tried again, or failed for good in the last day.',
    labelNames: ['job', 'state'],
    registers,
    collect() {
      this.reset();
      for (const { job, due, retried, givenUp } of counted.last() ?? []) {
        this.set({ job, state: 'due' }, due);
        this.set({ job, state: 'retried' }, retried);
        this.set({ job, state: 'given up' }, givenUp);
      }
    },
  });
  new Gauge({
    name: 'lightstick_job_overdue_seconds',
    help: 'How long the oldest due job of a kind has waited for a worker.',
    labelNames: ['job'],
    registers,
    collect() {
      this.reset();
      for (const { job, overdueSeconds } of counted.last() ?? []) this.set({ job }, overdueSeconds);
    },
  });
}

/** Jobs that run are not due, nor those that wait for the job before them: a worker has it. */
async function countJobs(pool: Pool): Promise<readonly JobCount[]> {
  const { rows } = await pool.query<JobCount>(
    `SELECT t.identifier AS job,
            count(*) FILTER (WHERE due) AS due,
            count(*) FILTER (WHERE last_error IS NOT NULL AND attempts < max_attempts) AS retried,
            count(*) FILTER (WHERE last_error IS NOT NULL AND attempts >= max_attempts) AS "givenUp",
            coalesce(max(extract(epoch FROM now() - run_at)) FILTER (WHERE due), 0)::double precision
              AS "overdueSeconds"
       FROM (SELECT j.*,
                    run_at <= now() AND attempts < max_attempts AND j.locked_at IS NULL AND q.locked_at IS NULL AS due
               FROM graphile_worker._private_jobs j
               LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id) j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      GROUP BY 1`,
  );
  return rows;
}
