import { moveStakingKind, stakingJobs } from '#/modules/staking/staking.jobs.ts';
import { inBothLanguages } from './in-both-languages.ts';
import type { World } from './world.ts';

/** Runs the scheduled job of staking at the world's time. */
export async function moveStaking(world: Pick<World, 'services' | 'time'>): Promise<void> {
  const job = stakingJobs(world.services).find(({ id }) => id === moveStakingKind.id);
  if (!job) throw new Error('Staking has no scheduled job');
  await job.run({}, { number: 1, last: true });
  world.time.forget();
}

type Terms = {
  readonly planId?: string;
  /** The number of weeks. */
  readonly periods?: 1 | 4 | 12;
  readonly factor?: number;
  readonly least?: number;
  readonly most?: number;
  readonly mostHeld?: number;
  readonly paused?: boolean;
  readonly opensAt?: Date;
  readonly closesAt?: Date | null;
};

/** Puts a plan on as a content pack would, in place of the one before: by default a week, from 10 to 10,000 Points a stake. */
export async function givenStakingPlan(
  world: Pick<World, 'ownerPool' | 'clock' | 'time'>,
  terms: Terms = {},
): Promise<string> {
  const { ownerPool, clock } = world;
  const { periods = 1, factor = 100, least = 10, most = 10_000, mostHeld = 20_000, paused = false } = terms;
  const {
    planId = `plan-${periods}-${factor}-${least}-${most}-${mostHeld}`,
    opensAt = clock.now(),
    closesAt = null,
  } = terms;
  await ownerPool.query('UPDATE staking_plan SET retired = true WHERE NOT retired');
  await ownerPool.query(
    `INSERT INTO staking_plan (id, title, description, periods, factor, least, most, most_held, opens_at, closes_at,
      paused)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (id) DO UPDATE
       SET retired = false, opens_at = excluded.opens_at, closes_at = excluded.closes_at, paused = excluded.paused`,
    [
      planId,
      inBothLanguages('A plan'),
      inBothLanguages('Held for a while'),
      periods,
      factor,
      least,
      most,
      mostHeld,
      opensAt,
      closesAt,
      paused,
    ],
  );
  world.time.forget();
  return planId;
}

/** Plans a pool for every period from now on, in place of the one before, out of a budget of a trillion by default. */
export async function givenStakingPool(
  { ownerPool }: Pick<World, 'ownerPool'>,
  { points = 1000, budget = 1_000_000_000_000 }: { readonly points?: number; readonly budget?: number } = {},
): Promise<void> {
  const id = `budget-${budget}`;
  await ownerPool.query('INSERT INTO staking_budget (id, amount) VALUES ($1, $2) ON CONFLICT DO NOTHING', [id, budget]);
  await ownerPool.query('UPDATE staking_pool SET retired = true WHERE NOT retired');
  await ownerPool.query(
    `INSERT INTO staking_pool (id, budget_id, points, begins_from)
      VALUES (gen_random_uuid()::text, $1, $2, '2000-01-03')`,
    [id, points],
  );
}

/** Puts a plan and a pool of 1000 Points a week in place, and publishes the next two periods. */
export async function givenStaking(
  world: Pick<World, 'ownerPool' | 'clock' | 'services' | 'time'>,
  { pool, ...terms }: Terms & { readonly pool?: number } = {},
): Promise<string> {
  await givenStakingPool(world, pool === undefined ? {} : { points: pool });
  const planId = await givenStakingPlan(world, terms);
  await moveStaking(world);
  return planId;
}
