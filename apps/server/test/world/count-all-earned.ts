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

/** The Points of all time by fan, as the ranking has them. */
export async function earned({ ownerPool }: Pick<World, 'ownerPool'>): Promise<ReadonlyMap<number, number>> {
  const { rows } = await ownerPool.query<{ fan: number; points: number }>(
    `SELECT fan_id AS fan, points FROM points_earned WHERE span = 'allTime' ORDER BY fan_id`,
  );
  return new Map(rows.map(({ fan, points }) => [fan, points]));
}

/** The same by the ledger itself. */
export async function credited({ ownerPool }: Pick<World, 'ownerPool'>): Promise<ReadonlyMap<number, number>> {
  const { rows } = await ownerPool.query<{ fan: number; points: number }>(
    `SELECT fan, sum(amount)::bigint AS points FROM ledger.transfer
      WHERE direction = 1 AND reason IN (40, 41, 42, 44, 50, 53, 70, 90)
        AND unit = (SELECT id FROM ledger.unit WHERE name = 'POINT') GROUP BY fan ORDER BY fan`,
  );
  return new Map(rows.map(({ fan, points }) => [fan, points]));
}
