import * as z from 'zod';

const texts = z.object({ en_US: z.string(), zh_TW: z.string() });
const whole = z.int().positive();

/**
 * The times of a plan's packets or campaigns.
 * - `once`: at fixed times.
 * - `afterStart`: once, `minutes` after the plan is first applied.
 * - `daily`: each day at these local times. `weekly`: each week on an ISO weekday (1 is Monday) at a local time.
 *   Nothing that would close after `until` is opened.
 */
const schedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once'), opensAt: z.iso.datetime(), closesAt: z.iso.datetime() }),
  z.object({ kind: z.literal('afterStart'), minutes: whole, lastsMinutes: whole }),
  z.object({
    kind: z.literal('daily'),
    at: z.array(z.string().regex(/^\d\d:\d\d$/)).min(1),
    timeZone: z.string(),
    lastsMinutes: whole,
    until: z.iso.datetime().optional(),
  }),
  z.object({
    kind: z.literal('weekly'),
    weekday: z.int().min(1).max(7),
    at: z.string().regex(/^\d\d:\d\d$/),
    timeZone: z.string(),
    lastsMinutes: whole,
    until: z.iso.datetime().optional(),
  }),
]);

const planFields = {
  /** An election that it belongs to. */
  activityId: z.string().nullable(),
  title: texts,
  description: texts,
  coverSeed: z.string(),
  budget: z.string(),
  schedule,
  minAccountAgeHours: z.int().nonnegative(),
  regions: z.array(z.string()).nullable(),
};

/** A prize: an amount of an asset, or one piece of an NFT edition. */
const plannedPrize = z.object({
  prizeId: z.string(),
  title: texts,
  gives: z.union([z.object({ asset: z.string(), amount: whole }), z.object({ edition: z.string() })]),
  isRare: z.boolean(),
  total: whole,
});

/** The kinds of one union, so that a plan's row tells by `kind` what the rest is. */
export const luckPlan = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('packet'), ...planFields, asset: z.string(), total: whole, shares: whole }),
  z.object({
    kind: z.literal('box'),
    ...planFields,
    version: whole,
    price: whole,
    perFanLimit: whole.nullable(),
    rareWithin: whole.nullable(),
    prizes: z.array(plannedPrize).min(1),
  }),
  z.object({
    kind: z.literal('envelope'),
    ...planFields,
    version: whole,
    rareWithin: whole.nullable(),
    prizes: z.array(plannedPrize).min(1),
    attempts: z.array(z.object({ by: z.enum(['checkIn', 'task', 'vote']), each: whole, most: whole })).min(1),
  }),
  z.object({
    kind: z.literal('raffle'),
    ...planFields,
    version: whole,
    price: z.int().nonnegative(),
    perFanLimit: whole,
    prizes: z.array(plannedPrize).min(1),
  }),
]);

export type LuckPlan = z.output<typeof luckPlan>;
export type Schedule = LuckPlan['schedule'];
export type PlannedPrize = z.output<typeof plannedPrize>;

/** Returns what one packet or campaign of a plan takes from its budget, by asset. */
export function costOf(plan: LuckPlan): ReadonlyMap<string, number> {
  if (plan.kind === 'packet') return new Map([[plan.asset, plan.total]]);
  const cost = new Map<string, number>();
  for (const { gives, total } of plan.prizes) {
    if ('asset' in gives) cost.set(gives.asset, (cost.get(gives.asset) ?? 0) + gives.amount * total);
  }
  return cost;
}
