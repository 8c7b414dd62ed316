import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { balanceOf } from '../world/balance-of.ts';
import { givenStaking, moveStaking } from '../world/given-staking.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { PLATFORM_TIME_ZONE: 'America/New_York' } });
});
afterAll(() => world[Symbol.asyncDispose]());

it.each([
  {
    change: 'forward',
    at: '2025-03-01T17:00:00Z',
    starts: '2025-03-03T05:00:00.000Z',
    ends: '2025-03-10T04:00:00.000Z',
  },
  { change: 'back', at: '2025-10-25T16:00:00Z', starts: '2025-10-27T04:00:00.000Z', ends: '2025-11-03T05:00:00.000Z' },
])('a week in which clocks are put $change is settled at its own midnight', async ({ at, starts, ends }) => {
  world.clock.set(new Date(at));
  await givenStaking(world);
  const fan = await world.given.fan({ points: 10 });
  const body = { amount: 10 };
  const { data } = await world.call('POST /task/api/v1/staking/doStaking', { fan, body, key: randomUUID() });
  expect(data).toMatchObject({ periodId: starts.slice(0, 10), stake: { countsFrom: starts, returnsAt: ends } });

  const rewards = async () => (await world.call('GET /task/api/v1/staking/rewards', { fan, query: {} })).data.list;
  world.clock.set(new Date(Date.parse(starts) + 15_000));
  await moveStaking(world);
  world.clock.set(new Date(Date.parse(ends) - 1));
  await moveStaking(world);
  expect(await rewards()).toEqual([]);
  expect(await balanceOf(world, fan)).toBe(0);
  world.clock.set(new Date(ends));
  await moveStaking(world);
  expect(await rewards()).toMatchObject([{ periodId: starts.slice(0, 10), points: 1000, state: 'receivable' }]);
  expect(await balanceOf(world, fan)).toBe(10);
});

it('weeks follow each other when the zone of the platform changes', async () => {
  const moved = { ...world.services, settings: { ...world.services.settings, platformTimeZone: 'Asia/Taipei' } };
  world.clock.set(new Date('2025-12-03T17:00:00Z'));
  await givenStaking(world);
  world.clock.set(new Date('2025-12-10T17:00:00Z'));
  await moveStaking({ ...world, services: moved });
  const { rows } = await world.ownerPool.query(
    `SELECT id::text, starts_at FROM staking_period WHERE id >= '2025-12-15' ORDER BY id`,
  );
  // The last week that was published in New York ends at its midnight; the one after it in Taipei ends at Taipei's.
  expect(rows).toEqual([
    { id: '2025-12-15', starts_at: new Date('2025-12-15T05:00:00Z') },
    { id: '2025-12-22', starts_at: new Date('2025-12-22T05:00:00Z') },
  ]);
});
