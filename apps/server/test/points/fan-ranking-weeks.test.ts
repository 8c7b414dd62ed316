import { expect, it } from 'vitest';
import { clearWeeksBefore } from '#/modules/points/earned-points.store.ts';
import { weeksAt } from '#/modules/points/points.rules.ts';
import { countAllEarned } from '../world/count-all-earned.ts';
import { keepLedgerPartitionsSince } from '../world/ledger-partitions-since.ts';
import { createWorld } from '../world/world.ts';

/** The last second of a Taipei week: Sunday, 22 November 2026. */
const sundayNight = new Date('2026-11-22T15:59:59.000Z');

it('The ranking of fans is cleared of past weeks while others count.', async () => {
  await using world = await createWorld({ now: sundayNight });
  await keepLedgerPartitionsSince(world, sundayNight);
  await world.given.fan({ points: 5 });
  await countAllEarned(world);
  const counting = await world.ownerPool.connect();
  try {
    await counting.query('BEGIN');
    await counting.query('SELECT FROM points_earned_cursor FOR UPDATE');
    const [, next] = weeksAt(sundayNight, world.services.settings.platformTimeZone);
    await clearWeeksBefore(world.db, next);
    const { rows } = await world.ownerPool.query('SELECT span FROM points_earned');
    expect(rows).toEqual([{ span: 'allTime' }]);
  } finally {
    await counting.query('ROLLBACK');
    counting.release();
  }
});
