import { expect } from 'vitest';
import type { World } from './world.ts';

/** Waits until a transaction of this database waits for another's lock, and not only for room in a file. */
export async function waitForLockWaiter({ ownerPool }: Pick<World, 'ownerPool'>): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await ownerPool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND wait_event <> 'extend'`,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
}
