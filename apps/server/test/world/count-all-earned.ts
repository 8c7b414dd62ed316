import { vi } from 'vitest';
import { clearWeeksBefore, countEarned } from '#/modules/points/earned-points.store.ts';
import { weeksAt } from '#/modules/points/points.rules.ts';
import type { World } from './world.ts';

/** Counts what fans have earned once, as the server's job does; or in smaller stretches. */
export async function countEarnedOnce({ db, clock, services }: World, most?: number): Promise<void> {
  const weeks = weeksAt(clock.now(), services.settings.platformTimeZone);
  await countEarned(db, weeks, most);
  await clearWeeksBefore(db, weeks[0]);
}

/** Counts until all that was earned by now is counted: transactions in other databases of the server may hold it up. */
export async function countAllEarned(world: World): Promise<void> {
  await vi.waitFor(
    async () => {
      await countEarnedOnce(world);
      const { rows } = await world.ownerPool.query<{ left: number }>(
        'SELECT count(*)::int AS left FROM ledger.transfer WHERE xid >= (SELECT xid FROM points_earned_cursor)',
      );
      if (rows[0]?.left !== 0) throw new Error(`${rows[0]?.left} transfers are not counted yet`);
    },
    { timeout: 45_000, interval: 50 },
  );
}
