import { moveStakingKind, stakingJobs } from '#/modules/staking/staking.jobs.ts';
import { insertStakingPlan, insertStakingPool, type StakingTerms } from '../../../../e2e/fixtures/staking-rows.ts';
import type { World } from './world.ts';

/** Runs the scheduled job of staking at the world's time. */
export async function moveStaking(world: Pick<World, 'services' | 'time'>): Promise<void> {
  const job = stakingJobs(world.services).find(({ id }) => id === moveStakingKind.id);
  if (!job) throw new Error('Staking has no scheduled job');
  await job.run({}, { number: 1, last: true });
  world.time.forget();
}

/** Puts a plan on as a content pack would, in place of the one before: from the world's time on. */
export async function givenStakingPlan(
  { ownerPool, clock, time }: Pick<World, 'ownerPool' | 'clock' | 'time'>,
  terms: StakingTerms = {},
): Promise<string> {
  const planId = await insertStakingPlan(ownerPool, { opensAt: clock.now(), ...terms });
  time.forget();
  return planId;
}

/** Puts a plan and a pool of 1000 Points a week in place, and publishes the next two periods. */
export async function givenStaking(
  world: Pick<World, 'ownerPool' | 'clock' | 'services' | 'time'>,
  { pool, ...terms }: StakingTerms & { readonly pool?: number } = {},
): Promise<string> {
  await insertStakingPool(world.ownerPool, pool === undefined ? {} : { points: pool });
  const planId = await givenStakingPlan(world, terms);
  await moveStaking(world);
  return planId;
}
