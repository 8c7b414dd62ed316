import { orderProblems } from './activity-checks.ts';
import type { PackEntry, PackDraft } from './pack.ts';
import type { PackTime } from './pack-time.ts';
import { type Path, type Problem, describeUnknown } from './yaml-file.ts';
import type { StakingPlan, StakingPool } from './schema/luck.ts';

/**
 * Checks that only one plan and one pool is open at a time, that budgets suffice, and that texts promise nothing but
 * Point bonuses.
 */
export function stakingChecks({ stakingBudgets, stakingPools, stakingPlans }: PackDraft): Problem[] {
  const pools = stakingPools.entries;
  const plans = stakingPlans.entries;
  return [
    ...pools.flatMap(({ value: { budget }, problem }) =>
      !stakingBudgets.ids || stakingBudgets.ids.has(budget)
        ? []
        : [problem(['budget'], describeUnknown('budget', budget, stakingBudgets.ids))],
    ),
    ...oneAtATime(pools.map((pool) => stretchOf(pool, ['from', 'until'], pool.value.from, pool.value.until))),
    ...oneAtATime(
      plans.map((plan) => stretchOf(plan, ['opensAt', 'closesAt'], plan.value.opensAt, plan.value.closesAt)),
    ),
    ...plans.flatMap((plan) => [...limitsInOrder(plan), ...wordsOfAPointBonus(plan)]),
    ...budgetsSuffice(pools, stakingBudgets.entries),
  ];
}

/** A stretch of time that an entry is on, with its fields' names. Without an end it never ends. */
type Stretch = {
  readonly id: string;
  readonly problem: PackEntry<unknown>['problem'];
  readonly names: readonly [from: string, until: string];
  readonly from: PackTime;
  readonly until: PackTime | undefined;
};

function stretchOf(
  { value, problem }: PackEntry<StakingPool | StakingPlan>,
  names: Stretch['names'],
  from: PackTime,
  until: PackTime | undefined,
): Stretch {
  return { id: value.id, problem, names, from, until };
}

function oneAtATime(stretches: readonly Stretch[]): Problem[] {
  const disorder = stretches.flatMap(({ problem, names: [, name], from, until }) =>
    orderProblems(problem, { opens: from, closes: until, path: [name] }),
  );
  const first = stretches[0];
  const otherWay = stretches.flatMap(({ problem, names: [name], from }) =>
    from.kind === first?.from.kind
      ? []
      : [problem([name], `is not written the way ${first?.id} is; expected all as durations or all as dates`)],
  );
  if (disorder.length + otherWay.length > 0) return [...disorder, ...otherWay];
  return stretches.flatMap((one, index) =>
    stretches.slice(0, index).some((other) => isBefore(one.from, other.until) && isBefore(other.from, one.until))
      ? [one.problem([one.names[0]], 'is in the time of another; expected one at a time')]
      : [],
  );
}

function isBefore(time: PackTime, end: PackTime | undefined): boolean {
  return !end || time.ms < end.ms;
}

function limitsInOrder({ value: { least, most, mostHeld }, problem }: PackEntry<StakingPlan>): Problem[] {
  return [
    ...(most < least ? [problem(['most'], `is ${most}, below least with ${least}; expected at least that`)] : []),
    ...(mostHeld < most
      ? [problem(['mostHeld'], `is ${mostHeld}, below most with ${most}; expected at least that`)]
      : []),
  ];
}

const weekMs = 7 * 86_400_000;

/** Checks that a budget pays for all periods of a pool that ends, and for one of a pool that does not. */
function budgetsSuffice(
  pools: readonly PackEntry<StakingPool>[],
  budgets: PackDraft['stakingBudgets']['entries'],
): Problem[] {
  const needed = new Map<string, number>();
  return pools.flatMap(({ value: { budget: id, points, from, until }, problem }) => {
    const budget = budgets.find(({ value }) => value.id === id)?.value;
    const periods = until && until.ms > from.ms ? Math.ceil((until.ms - from.ms) / weekMs) : 1;
    const before = needed.get(id) ?? 0;
    const sum = before + points * periods;
    needed.set(id, sum);
    if (!budget || sum <= budget.amount || before > budget.amount) return [];
    const others = before === 0 ? '' : `, ${sum} with the pools before`;
    const cost = `${periods} ${periods === 1 ? 'period costs' : 'periods cost'} ${points * periods}`;
    return [problem(['budget'], `is "${id}" with ${budget.amount}, but ${cost}${others}; expected more`)];
  });
}

/** What a stake brings is no interest, and staking is no investment. */
const otherWords =
  /\b(?:interest|yields?|apr|apy|invest\w*|dividends?|per annum|(?:a|per) year|annual\w*)\b|利息|利率|投資|收益|年化|殖利率|股息/i;

function wordsOfAPointBonus({ value, problem }: PackEntry<StakingPlan>): Problem[] {
  return (['title', 'description'] as const).flatMap((field) =>
    (['en_US', 'zh_TW'] as const).flatMap((language) => {
      const path: Path = [field, language];
      const [word] = otherWords.exec(value[field][language]) ?? [];
      if (word === undefined) return [];
      return [problem(path, `says "${word}"; expected words of a Point bonus (點數回饋), which is no interest`)];
    }),
  );
}
