import { runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Log } from '#/log.ts';
import { queueLog } from './queue-log.ts';

/**
 * Installs or upgrades the schema `graphile_worker`, after our own migrations. Several replicas may do so at once.
 *
 * @param pool - connects as the owner, who alone may write the queue.
 */
export async function installQueue(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: queueLog(log) });
}
