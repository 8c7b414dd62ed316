import type { Pool } from 'pg';
import type { Clock } from '#/lib/clock.ts';

/**
 * The time on which the processes of a server agree, for what is done for everybody and is never undone, such as closing a
 * period: one process whose clock runs ahead must not end it for all.
 */
export type ClusterClock = () => Promise<Date>;

/**
 * The earlier of two times: that of this process and that of the database, which is the same for all.
 *
 * @param onCompared - is told each time by how many seconds this process's clock runs ahead of the database's; below zero
 *   it is behind. What the way there and back may have taken is no difference.
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
