import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { enqueue } from '#/jobs/job.ts';
import { type LuckPlan, moveLuckKind } from '#/modules/luck/index.ts';
import { moveStakingKind } from '#/modules/staking/index.ts';
import { followTexts, readSetAside, readStakesSetAside, retireOthers } from './content.store.ts';
import {
  listPublishedCampaigns,
  listStakingTerms,
  type PublishedCampaign,
  readPlanKinds,
  readReservedPieces,
} from './content.view.ts';
import { nouns } from './luck-checks.ts';
import { planOf, plansOf } from './luck-plans.ts';
import { type Moment, resolvePackTime } from './pack-time.ts';
import type { PackEntry, Pack } from './pack.ts';
import type { WrittenPlan } from './schema/luck.ts';
import { type AppliedPart, upsert } from './upsert.store.ts';
import type { Path, Problem } from './yaml-file.ts';

type WrittenCampaign = Exclude<WrittenPlan, { kind: 'packet' }>;
type CampaignPlan = Exclude<LuckPlan, { kind: 'packet' }>;

/**
 * Reports changes of published campaigns with the same version, budgets below the part set aside, and editions without
 * enough pieces for prizes. Funded packets never change, so a plan of packets may.
 */
export async function luckProblems(tx: Transaction<DB>, pack: Pack, moment: Moment): Promise<Problem[]> {
  const published = await listPublishedCampaigns(tx);
  const campaigns = plansOf(pack).filter(isCampaign);
  return [
    ...(await budgetsBelowSetAside(tx, pack)),
    ...(await kindsChanged(tx, pack)),
    ...campaigns.flatMap((entry) => changesOf(entry, published, { pack, moment })),
    ...(await piecesMissing(tx, pack, { published, campaigns, moment })),
  ];
}

function isCampaign(entry: PackEntry<WrittenPlan>): entry is PackEntry<WrittenCampaign> {
  return entry.value.kind !== 'packet';
}

async function budgetsBelowSetAside(tx: Transaction<DB>, { luckBudgets }: Pack): Promise<Problem[]> {
  const budgets = await readSetAside(tx);
  return luckBudgets.flatMap(({ value: { id, amounts }, problem }) =>
    Object.entries(amounts).flatMap(([asset, amount]) => {
      const setAside = budgets.get(id)?.get(asset) ?? 0;
      if (amount >= setAside) return [];
      const message = `is ${amount}, but ${setAside} are set aside already; expected at least that`;
      return [problem(['amounts', asset], message)];
    }),
  );
}

async function kindsChanged(tx: Transaction<DB>, pack: Pack): Promise<Problem[]> {
  const kinds = await readPlanKinds(tx);
  return plansOf(pack).flatMap(({ value: { id, kind }, problem }) => {
    const was = kinds.get(id) as WrittenPlan['kind'] | undefined;
    if (was === undefined || was === kind) return [];
    return [problem(['id'], `is "${id}", which was ${nouns[was]}; expected an id of its own`)];
  });
}

function changesOf(
  { value: written, problem }: PackEntry<WrittenCampaign>,
  published: readonly PublishedCampaign[],
  { pack, moment }: { pack: Pack; moment: Moment },
): Problem[] {
  const versions = published.filter(({ planId }) => planId === written.id);
  const latest = Math.max(0, ...versions.map(({ version }) => version));
  if (written.version < latest) {
    const message = `is ${written.version}, but version ${latest} is published; expected that, or a higher one`;
    return [problem(['version'], message)];
  }
  const was = versions.find(({ version }) => version === written.version);
  if (!was) return [];
  const plan = planOf(written, { activities: pack.activities, anchoredAt: moment.anchoredAt });
  if (plan.kind === 'packet') return [];
  return [...termChanges(plan, was), ...timeChanges(plan, was), ...prizeChanges(written, plan, was)].map(
    ({ path, is, published: before }) =>
      problem(
        path,
        `is ${is}, but version ${was.version} was published with ${before}; expected that, or a new version`,
      ),
  );
}

type TermChange = { readonly path: Path; readonly is: string; readonly published: string };

function change(path: Path, is: unknown, published: unknown): TermChange[] {
  if (isDeepStrictEqual(is, published)) return [];
  return [{ path, is: formatTerm(is), published: formatTerm(published) }];
}

function formatTerm(value: unknown): string {
  return value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
}

function termChanges(plan: CampaignPlan, was: PublishedCampaign): TermChange[] {
  return [
    ...change(['activity'], plan.activityId, was.activityId),
    ...change(['regions'], plan.regions, was.regions),
    ...change(['minAccountAgeHours'], plan.minAccountAgeHours, was.minAccountAgeHours),
    ...(plan.kind === 'envelope'
      ? change(['attempts'], plan.attempts, was.attempts)
      : [...change(['price'], plan.price, was.price), ...change(['perFanLimit'], plan.perFanLimit, was.perFanLimit)]),
    ...(plan.kind === 'raffle' ? [] : change(['rareWithin'], plan.rareWithin, was.rareWithin)),
  ];
}

const minuteMs = 60_000;

/** Reports changes of times; those of a repeating plan apply to later campaigns. */
function timeChanges({ schedule }: CampaignPlan, { opensAt, closesAt }: PublishedCampaign): TermChange[] {
  switch (schedule.kind) {
    case 'once':
      return [
        ...change(['schedule', 'opensAt'], schedule.opensAt, opensAt.toISOString()),
        ...change(['schedule', 'closesAt'], schedule.closesAt, closesAt.toISOString()),
      ];
    case 'afterStart': {
      const lasted = (closesAt.getTime() - opensAt.getTime()) / minuteMs;
      return change(['schedule', 'lasts'], `${schedule.lastsMinutes} minutes`, `${lasted} minutes`);
    }
    case 'daily':
    case 'weekly':
      return [];
  }
}

/** Reports changes of prizes and their order, by which openings refer to them. */
function prizeChanges({ prizes: written }: WrittenCampaign, plan: CampaignPlan, was: PublishedCampaign): TermChange[] {
  if (plan.prizes.length !== was.prizes.length) {
    return change(['prizes'], `a list of ${plan.prizes.length}`, `a list of ${was.prizes.length}`);
  }
  return plan.prizes.flatMap(({ prizeId, gives, isRare, total }, index) => {
    const before = was.prizes[index];
    const one = written[index];
    if (!before || !one) return [];
    const field = (['points', 'tickets', 'votes', 'nft'] as const).find((name) => one[name] !== undefined) ?? 'points';
    const at = (name: string) => ['prizes', index, name];
    return [
      ...change(at('id'), prizeId, before.prizeId),
      ...change(
        at(field),
        'asset' in gives ? `${gives.amount} ${gives.asset}` : `a piece of ${gives.edition}`,
        before.edition === null ? `${before.amount} ${before.asset}` : `a piece of ${before.edition}`,
      ),
      ...change(at('rare'), isRare, before.isRare),
      ...change(at('count'), total, before.total),
    ];
  });
}

/**
 * Reports missing pieces: new campaigns need some beside those that are given away and those that running campaigns
 * still promise.
 */
async function piecesMissing(
  tx: Transaction<DB>,
  { nfts }: Pack,
  {
    published,
    campaigns,
    moment: { anchoredAt, now },
  }: {
    published: readonly PublishedCampaign[];
    campaigns: readonly PackEntry<WrittenCampaign>[];
    moment: Moment;
  },
): Promise<Problem[]> {
  const toCome = campaigns.filter(
    ({ value: { id, version, schedule } }) =>
      !published.some((one) => one.planId === id && one.version === version) &&
      (schedule.kind !== 'once' || resolvePackTime(schedule.closesAt, anchoredAt) > now),
  );
  const pieces = await readReservedPieces(
    tx,
    nfts.map(({ value }) => value),
  );
  return nfts.flatMap(({ value: { id, reserved }, problem }) => {
    const { taken = 0, promised = 0 } = pieces.get(id) ?? {};
    const planned = toCome
      .flatMap(({ value }) => value.prizes)
      .filter(({ nft }) => nft === id)
      .reduce((sum, { count }) => sum + count, 0);
    const needed = taken + promised + planned;
    if (promised + planned === 0 || needed <= reserved) return [];
    const parts = `${taken} given away, ${promised} in running campaigns, ${planned} in new ones`;
    return [problem(['reserved'], `is ${reserved}, but ${needed} are needed: ${parts}; expected at least that`)];
  });
}

/** Writes budgets and plans. A budget that is no longer named stays as it is: nothing draws on it any more. */
export async function applyLuck(tx: Transaction<DB>, pack: Pack, { anchoredAt }: Moment): Promise<AppliedPart> {
  const budgets = pack.luckBudgets.flatMap(({ value: { id, amounts } }) =>
    Object.entries(amounts).map(([asset, amount]) => ({ id, asset, amount })),
  );
  const plans = plansOf(pack).map(({ value }, position) => {
    const plan = planOf(value, { activities: pack.activities, anchoredAt });
    return { id: value.id, kind: plan.kind, plan, position, retired: false };
  });
  const plansWritten = await upsert(tx, 'luck_plan', ['id'], plans);
  // Packets and campaigns before budgets, as their endings lock them.
  await followTexts(tx);
  const written = [await upsert(tx, 'luck_budget', ['id', 'asset'], budgets), plansWritten];
  // The server publishes what is planned: it knows the beacon of raffles.
  if (plans.length > 0) await enqueue(tx, moveLuckKind, {}, { key: moveLuckKind.id });
  return {
    written,
    retired: await retireOthers(
      tx,
      'luck_plan',
      plans.map(({ id }) => id),
    ),
  };
}

/** Reports budgets below the part set aside, and other terms of plans that were published, retired ones included. */
export async function stakingProblems(tx: Transaction<DB>, pack: Pack): Promise<Problem[]> {
  return [...(await stakingBudgetsBelowSetAside(tx, pack)), ...(await termsChanged(tx, pack))];
}

async function stakingBudgetsBelowSetAside(tx: Transaction<DB>, { stakingBudgets }: Pack): Promise<Problem[]> {
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
  if (pools.length > 0) await enqueue(tx, moveStakingKind, {}, { key: moveStakingKind.id });
  return { written, retired };
}
