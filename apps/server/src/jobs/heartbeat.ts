import type { Pool } from 'pg';
import type { Log } from '#/log.ts';

const beatMs = 2_000;
/** Five beats may fail before others think that this pool of workers has died. */
const silence = '10 seconds';

/**
 * Says that a pool of workers is alive, and frees the jobs of pools that no longer say so: the queue's library would
 * keep a dead process's jobs locked for four hours.
 *
 * @returns what stops the beating; it resolves when the last beat is over.
 */
export function startHeartbeat(pool: Pool, log: Log, poolId: string): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let beating = beat();

  async function beat(): Promise<void> {
    try {
      await pool.query(
        'INSERT INTO job_worker (pool_id, beat_at) VALUES ($1, now()) ON CONFLICT (pool_id) DO UPDATE SET beat_at = now()',
        [poolId],
      );
      await freeJobsOfTheDead(pool);
    } catch (error) {
      log.warn({ err: error }, 'a heartbeat of the job workers failed');
    }
    if (!stopped) timer = setTimeout(() => (beating = beat()), beatMs).unref();
  }

  return async function stop() {
    stopped = true;
    clearTimeout(timer);
    await beating;
    // Without this row nobody waits for a pool that has ended in order; a failure only means that they wait.
    await pool.query('DELETE FROM job_worker WHERE pool_id = $1', [poolId]).catch(() => undefined);
  };
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
