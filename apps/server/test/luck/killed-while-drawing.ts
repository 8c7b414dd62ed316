import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import type { World } from '../world/world.ts';

/** Ends the connection that draws, after the payment: what a crash, a lost line or a killed process does. */
export async function killedWhileDrawing<Reply>(
  world: Pick<World, 'ownerPool'>,
  campaignId: string,
  act: () => Promise<Reply>,
): Promise<Reply> {
  const blocker = await world.ownerPool.connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM campaign_prize WHERE campaign_id = $1 FOR UPDATE', [campaignId]);
    const reply = act();
    await waitForLockWaiter(world);
    await blocker.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pg_blocking_pids(pid) @> ARRAY[pg_backend_pid()]`,
    );
    return await reply;
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
}
