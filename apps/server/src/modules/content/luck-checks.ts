import { costOf } from '#/modules/luck/index.ts';
import { orderProblems } from './activity-checks.ts';
import { planOf, plansOf } from './luck-plans.ts';
import type { PackEntry, PackDraft } from './pack.ts';
import type { PackTime } from './pack-time.ts';
import { type Problem, describeUnknown } from './yaml-file.ts';
import type { Activity } from './schema/activities.ts';
import type { WrittenPlan, WrittenPrize, WrittenSchedule } from './schema/luck.ts';

type Plan = PackEntry<WrittenPlan>;

/** Checks that every packet and campaign can be funded and take place, and gives what fans can use. */
export function luckChecks(draft: PackDraft): Problem[] {
  const plans = plansOf(entriesOf(draft));
  return [
    ...idsApart(plans),
    ...references(plans, draft),
    ...plans.flatMap((plan) => [...scheduleWorks(plan), ...contentsFit(plan), ...lawChecks(plan)]),
    ...plans.flatMap((plan) => usableUntilTheEnd(plan, draft)),
    ...budgetsSuffice(plans, draft),
    ...piecesSuffice(plans, draft),
  ];
}

function entriesOf({ packets, boxes, envelopes, raffles }: PackDraft) {
  return { packets: packets.entries, boxes: boxes.entries, envelopes: envelopes.entries, raffles: raffles.entries };
}

/**
 * Checks ids across lists, because packets and campaigns are found by id alone. Reading a list checks ids within it.
 */
function idsApart(plans: readonly Plan[]): Problem[] {
  const kinds = new Map<string, WrittenPlan['kind']>();
  return plans.flatMap(({ value: { id, kind }, problem }) => {
    const other = kinds.get(id);
    kinds.set(id, other ?? kind);
    if (other === undefined || other === kind) return [];
    return [problem(['id'], `is "${id}", which is ${nouns[other]}; expected an id of its own`)];
  });
}

export const nouns = { packet: 'a packet', box: 'a box', envelope: 'an envelope', raffle: 'a raffle' } as const;

type Prize = { readonly prize: WrittenPrize; readonly index: number };

function prizesOf(plan: WrittenPlan): readonly Prize[] {
  return plan.kind === 'packet' ? [] : plan.prizes.map((prize, index) => ({ prize, index }));
}

function references(plans: readonly Plan[], { activities, luckBudgets, nfts }: PackDraft): Problem[] {
  return plans.flatMap(({ value: plan, problem }) => {
    const check = (path: readonly PropertyKey[], kind: string, id: string | undefined, ids?: ReadonlySet<string>) =>
      id === undefined || !ids || ids.has(id) ? [] : [problem(path, describeUnknown(kind, id, ids))];
    return [
      ...check(['budget'], 'budget', plan.budget, luckBudgets.ids),
      ...check(['activity'], 'activity', plan.activity, activities.ids),
      ...prizesOf(plan).flatMap(({ prize, index }) => [
        ...check(['prizes', index, 'activity'], 'activity', prize.activity, activities.ids),
        ...check(['prizes', index, 'nft'], 'NFT', prize.nft, nfts.ids),
      ]),
    ];
  });
}

function scheduleWorks({ value: { schedule }, problem }: Plan): Problem[] {
  switch (schedule.kind) {
    case 'once': {
      const { opensAt: opens, closesAt: closes } = schedule;
      return orderProblems(problem, { opens, closes, path: ['schedule', 'closesAt'] });
    }
    case 'daily':
      return timesApart(schedule, problem);
    case 'afterStart':
    case 'weekly':
      return [];
  }
}

const dayMinutes = 24 * 60;

function timesApart(
  { daily, lasts }: Extract<WrittenSchedule, { kind: 'daily' }>,
  problem: Plan['problem'],
): Problem[] {
  const minutes = daily.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  const disorder = daily.flatMap((time, index) =>
    index === 0 || (minutes[index] ?? 0) > (minutes[index - 1] ?? 0)
      ? []
      : [problem(['schedule', 'daily', index], `is "${time}" after "${daily[index - 1]}"; expected times in order`)],
  );
  if (disorder.length > 0) return disorder;
  const gaps = minutes.map((at, index) => (minutes[index + 1] ?? (minutes[0] ?? 0) + dayMinutes) - at);
  const least = Math.min(...gaps);
  if (lasts <= least) return [];
  const at = gaps.indexOf(least);
  const next = daily[at + 1] ?? daily[0];
  const after = `"${next}" comes ${least} minutes after "${daily[at]}"`;
  const message = `is ${lasts} minutes, but ${after}; expected at most that`;
  return [problem(['schedule', 'lasts'], message)];
}

function contentsFit({ value: plan, problem }: Plan): Problem[] {
  if (plan.kind === 'packet') {
    if (plan.total >= plan.shares) return [];
    return [problem(['total'], `is ${plan.total} for ${plan.shares} shares; expected at least 1 for each`)];
  }
  const { prizes } = plan;
  const ids = prizes.map(({ id }) => id);
  return [
    ...ids.flatMap((id, index) =>
      ids.indexOf(id) < index
        ? [problem(['prizes', index, 'id'], `is "${id}" again; expected an id of its own in this list`)]
        : [],
    ),
    ...(plan.kind !== 'raffle' && plan.rareWithin !== undefined && !prizes.some(({ rare }) => rare)
      ? [problem(['rareWithin'], 'is there without a rare prize; expected at least one prize with rare: true')]
      : []),
    ...checkPrizeCount(plan, problem),
    ...piecesOnce(plan, problem),
    ...(plan.kind === 'envelope' ? attemptsFit(plan.attempts, problem) : []),
  ];
}

/** What a phone can recompute, and what one transaction can pay. */
const mostPrizes = { box: 100_000, envelope: 100_000, raffle: 1000 } as const;

function checkPrizeCount(
  { kind, prizes }: Exclude<WrittenPlan, { kind: 'packet' }>,
  problem: Plan['problem'],
): Problem[] {
  const sum = prizes.reduce((total, { count }) => total + count, 0);
  if (sum <= mostPrizes[kind]) return [];
  return [problem(['prizes'], `has ${sum} prizes in all; expected at most ${mostPrizes[kind]}`)];
}

/** Checks that plans with pieces as prizes end, because a plan without an end would need pieces without an end. */
function piecesOnce(
  { schedule, prizes }: Exclude<WrittenPlan, { kind: 'packet' }>,
  problem: Plan['problem'],
): Problem[] {
  if (schedule.kind === 'once' || schedule.kind === 'afterStart') return [];
  return prizes.flatMap(({ nft }, index) =>
    nft === undefined
      ? []
      : [
          problem(
            ['prizes', index, 'nft'],
            `is "${nft}" on a ${schedule.kind} schedule; expected an NFT to be given once`,
          ),
        ],
  );
}

function attemptsFit(
  attempts: Extract<WrittenPlan, { kind: 'envelope' }>['attempts'],
  problem: Plan['problem'],
): Problem[] {
  return attempts.flatMap(({ by, each, most }, index) => {
    const at = (field: string, message: string) => problem(['attempts', index, field], message);
    return [
      ...(attempts.findIndex((other) => other.by === by) < index
        ? [at('by', `is "${by}" again; expected each way once`)]
        : []),
      ...(by === 'checkIn' && each !== 1 ? [at('each', `is ${each}; expected 1, because a day has one check-in`)] : []),
      ...(by === 'checkIn' && most !== 1 ? [at('most', `is ${most}; expected 1, because a day has one check-in`)] : []),
    ];
  });
}

/**
 * Checks the rules of law that the schema of a pack does not express: a box names its regions, and entries for Points
 * have a limit.
 */
function lawChecks({ value: plan, problem }: Plan): Problem[] {
  if (plan.kind === 'box' && plan.regions === undefined) {
    return [
      problem(['regions'], 'is missing; expected the regions in which the box may be sold, because their laws differ'),
    ];
  }
  if (plan.kind === 'raffle' && plan.price > 0 && plan.perFanLimit === undefined) {
    const why = 'because the odds of an entry for Points depend on how many there can be';
    return [problem(['perFanLimit'], `is missing; expected the most entries of a fan, ${why}`)];
  }
  return [];
}

/** Checks that whatever gives tickets and votes closes with their activity, after which they have no use. */
function usableUntilTheEnd({ value: plan, problem }: Plan, { activities }: PackDraft): Problem[] {
  const given = activities.entries.filter(({ value }) => givesAssetOf(plan, value));
  return given.flatMap(({ value: { id, closesAt: end } }) => {
    const { path, time } = endOf(plan.schedule);
    if (!time) {
      const message = `does not say when it ends, but it gives tickets or votes of activity ${id}`;
      return [problem(path, `${message}; expected an end at which the activity is open`)];
    }
    if (time.kind !== end.kind) {
      const expected = 'expected both as durations or both as dates';
      return [problem(path, `is not written the way closesAt of activity ${id} is; ${expected}`)];
    }
    if (time.ms <= end.ms) return [];
    const why = 'because its tickets and votes are of use until then';
    return [problem(path, `is later than activity ${id} closes; expected that time at the latest, ${why}`)];
  });
}

function givesAssetOf(plan: WrittenPlan, { id, ticketAsset, voteAsset }: Activity): boolean {
  if (plan.kind === 'packet') return plan.asset === ticketAsset || plan.asset === voteAsset;
  return plan.prizes.some((prize) => prize.activity === id);
}

function endOf(schedule: WrittenSchedule): { readonly path: readonly string[]; readonly time: PackTime | undefined } {
  switch (schedule.kind) {
    case 'once':
      return { path: ['schedule', 'closesAt'], time: schedule.closesAt };
    case 'afterStart':
      return { path: ['schedule'], time: undefined };
    case 'daily':
    case 'weekly':
      return { path: schedule.until ? ['schedule', 'until'] : ['schedule'], time: schedule.until };
  }
}

/** Checks that a budget pays for one packet or campaign of each of its plans, in its assets. */
function budgetsSuffice(plans: readonly Plan[], { luckBudgets, activities }: PackDraft): Problem[] {
  // The assets are only known when all activities could be read.
  if (!activities.ids || activities.entries.length < activities.ids.size) return [];
  const assets = activities.entries.flatMap(({ value: { ticketAsset, voteAsset } }) => [ticketAsset, voteAsset]);
  const known = new Set(['POINT', ...assets]);
  const unknownAssets = luckBudgets.entries.flatMap(({ value: { amounts }, problem }) =>
    Object.keys(amounts)
      .filter((asset) => !known.has(asset))
      .map((asset) =>
        problem(['amounts', asset], `is of no asset of this pack; expected one of ${[...known].join(', ')}`),
      ),
  );
  const needed = new Map<string, number>();
  const costs = plans.flatMap(({ value: plan, problem }) => {
    const budget = luckBudgets.entries.find(({ value }) => value.id === plan.budget)?.value;
    // The times of a plan do not change what it costs.
    const cost = costOf(planOf(plan, { activities: activities.entries, anchoredAt: new Date(0) }));
    return [...cost].flatMap(([asset, amount]) => {
      if (!budget || asset === '') return [];
      const amounts = budget.amounts[asset];
      if (amounts === undefined) {
        return [
          problem(['budget'], `is "${budget.id}", which has no ${asset}; expected a budget with all that is given`),
        ];
      }
      const key = `${budget.id} ${asset}`;
      const before = needed.get(key) ?? 0;
      const sum = before + amount;
      needed.set(key, sum);
      // The first plan that exceeds the budget is reported.
      if (sum <= amounts || before > amounts) return [];
      const others = sum === amount ? '' : `, ${sum} with the plans before`;
      return [
        problem(
          ['budget'],
          `is "${budget.id}" with ${amounts} ${asset}, but once costs ${amount}${others}; expected more`,
        ),
      ];
    });
  });
  return [...unknownAssets, ...costs];
}

/** Checks that prizes are pieces that are not for sale: the reserved first numbers of their edition. */
function piecesSuffice(plans: readonly Plan[], { nfts }: PackDraft): Problem[] {
  const planned = new Map<string, number>();
  return plans.flatMap(({ value: plan, problem }) =>
    prizesOf(plan).flatMap(({ prize: { nft, count }, index }) => {
      const edition = nfts.entries.find(({ value }) => value.id === nft)?.value;
      if (!edition) return [];
      const before = planned.get(edition.id) ?? 0;
      const sum = before + count;
      planned.set(edition.id, sum);
      if (sum <= edition.reserved || before > edition.reserved) return [];
      const all = sum === count ? `is ${count}` : `is ${count}, with the prizes before ${sum}`;
      const message = `${all}, but ${edition.id} has ${edition.reserved} reserved pieces; expected at most that`;
      return [problem(['prizes', index, 'count'], message)];
    }),
  );
}
