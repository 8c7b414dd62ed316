import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '#/log.ts';

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
export function startHeartbeat(pool: Pool, log: Log, poolId: string): () => Promise<void> {
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
