import type { Pool } from 'pg';
import type { Clock } from '#/lib/clock.ts';

/**
 * The time that all processes agree on, for irreversible steps such as closing a period: one process whose clock is fast
 * must not close it for all.
 */
export type ClusterClock = () => Promise<Date>;

/**
 * Creates a clock of the earlier of this process's time and the database's, which is the same for all.
 * @param onCompared receives the seconds by which this process's clock is ahead of the database's, negative if behind. The
 * round trip's duration does not count as a difference.
 */
export function createClusterClock(
  clock: Clock,
  database: Pick<Pool, 'query'>,
  onCompared: (seconds: number) => void = () => undefined,
): ClusterClock {
  return async () => {
    const asked = clock.now();
    const { rows } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const own = clock.now();
    const shared = rows[0]?.now ?? own;
    onCompared(
      (Math.max(asked.getTime() - shared.getTime(), 0) + Math.min(own.getTime() - shared.getTime(), 0)) / 1000,
    );
    return own < shared ? own : shared;
  };
}
