import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { enqueueJob } from '#/jobs/job.ts';
import { moveStakingJobName } from '#/modules/staking/index.ts';
import { listStakingTerms } from './applied.view.ts';
import { readStakesSetAside, retireOthers } from './content.store.ts';
import type { Pack } from './pack.ts';
import { type Moment, resolvePackTime } from './pack-time.ts';
import type { Problem } from './problem.ts';
import { type AppliedPart, upsert } from './upsert.store.ts';

/** Reports budgets below what is set aside, and other terms of plans that were published, retired ones included. */
export async function stakingProblems(tx: Transaction<DB>, pack: Pack): Promise<Problem[]> {
  return [...(await budgetsBelowSetAside(tx, pack)), ...(await termsChanged(tx, pack))];
}

async function budgetsBelowSetAside(tx: Transaction<DB>, { stakingBudgets }: Pack): Promise<Problem[]> {
  const budgets = await readStakesSetAside(tx);
  return stakingBudgets.flatMap(({ value: { id, amount }, problem }) => {
    const setAside = budgets.get(id) ?? 0;
    if (amount >= setAside) return [];
    return [problem(['amount'], `is ${amount}, but ${setAside} are set aside already; expected at least that`)];
  });
}

const terms = ['periods', 'factorPercent', 'least', 'most', 'mostHeld'] as const;

async function termsChanged(tx: Transaction<DB>, { stakingPlans }: Pack): Promise<Problem[]> {
  const published = await listStakingTerms(tx);
  return stakingPlans.flatMap(({ value, problem }) => {
    const was = published.find(({ id }) => id === value.id);
    if (!was) return [];
    return terms
      .filter((term) => value[term] !== was[term])
      .map((term) =>
        problem(
          [term],
          `is ${value[term]}, but the plan was published with ${was[term]}; expected that, or another id`,
        ),
      );
  });
}

/** Writes budgets, pools and plans. A budget that is no longer named stays as it is: nothing draws on it any more. */
export async function applyStaking(tx: Transaction<DB>, pack: Pack, { anchoredAt }: Moment): Promise<AppliedPart> {
  const instant = (time: Parameters<typeof resolvePackTime>[0] | undefined) =>
    time ? resolvePackTime(time, anchoredAt).toISOString() : null;
  const budgets = pack.stakingBudgets.map(({ value: { id, amount } }) => ({ id, amount }));
  const pools = pack.stakingPools.map(({ value: { id, budget, points, from, until } }) => ({
    id,
    budget_id: budget,
    points,
    begins_from: instant(from),
    begins_until: instant(until),
    retired: false,
  }));
  const plans = pack.stakingPlans.map(({ value: { opensAt, closesAt, factorPercent, mostHeld, ...plan } }) => ({
    ...plan,
    factor: factorPercent,
    most_held: mostHeld,
    opens_at: instant(opensAt),
    closes_at: instant(closesAt),
    retired: false,
  }));
  const written = [
    await upsert(tx, 'staking_budget', ['id'], budgets),
    await upsert(tx, 'staking_pool', ['id'], pools),
    await upsert(tx, 'staking_plan', ['id'], plans),
  ];
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  const retired =
    (await retireOthers(tx, 'staking_pool', idsOf(pools))) + (await retireOthers(tx, 'staking_plan', idsOf(plans)));
  // The server publishes periods: it knows the platform's time zone.
  if (pools.length > 0) await enqueueJob(tx, moveStakingJobName, {}, publishingAttempts, moveStakingJobName);
  return { written, retired };
}

const publishingAttempts = 7;
