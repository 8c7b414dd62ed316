import type { LuckPlan, PlannedPrize, Schedule } from '#/modules/luck/index.ts';
import type { PackEntry, Pack } from './pack.ts';
import { resolvePackTime } from './pack-time.ts';
import type { Activity } from './schema/activities.ts';
import type { WrittenPlan, WrittenPrize, WrittenSchedule } from './schema/luck.ts';

type Sources = {
  readonly activities: readonly PackEntry<Pick<Activity, 'id' | 'ticketAsset' | 'voteAsset'>>[];
  readonly anchoredAt: Date;
};

/** Returns all plans of a pack, in the order of its lists. */
export function plansOf({ packets, boxes, envelopes, raffles }: Plans): readonly PackEntry<WrittenPlan>[] {
  return [packets, boxes, envelopes, raffles].flat();
}

type Plans = Pick<Pack, 'packets' | 'boxes' | 'envelopes' | 'raffles'>;

/** Returns a plan as luck reads it. Assets of an unknown activity, which a check reports, are empty texts. */
export function planOf(plan: WrittenPlan, { activities, anchoredAt }: Sources): LuckPlan {
  const assets = new Map(activities.map(({ value }) => [value.id, value]));
  const common = {
    activityId: plan.activity ?? null,
    title: plan.title,
    description: plan.description,
    coverSeed: plan.coverSeed,
    budget: plan.budget,
    schedule: scheduleOf(plan.schedule, anchoredAt),
    minAccountAgeHours: plan.minAccountAgeHours,
    regions: plan.regions ?? null,
  };
  if (plan.kind === 'packet') {
    const { kind, asset, total, shares } = plan;
    return { kind, ...common, asset, total, shares };
  }
  const campaign = { ...common, version: plan.version, prizes: plan.prizes.map((prize) => prizeOf(prize, assets)) };
  switch (plan.kind) {
    case 'box': {
      const { kind, price, perFanLimit = null, rareWithin = null } = plan;
      return { kind, ...campaign, price, perFanLimit, rareWithin };
    }
    case 'envelope': {
      const { kind, attempts, rareWithin = null } = plan;
      return { kind, ...campaign, attempts, rareWithin };
    }
    case 'raffle': {
      const { kind, price, perFanLimit = 1 } = plan;
      return { kind, ...campaign, price, perFanLimit };
    }
  }
}

type Assets = ReadonlyMap<string, Pick<Activity, 'ticketAsset' | 'voteAsset'>>;

function prizeOf({ id, title, rare, count, ...prize }: WrittenPrize, assets: Assets): PlannedPrize {
  return { prizeId: id, title, gives: gainOf(prize, assets), isRare: rare, total: count };
}

function gainOf(
  { points, tickets, votes, nft, activity = '' }: Omit<WrittenPrize, 'id' | 'title' | 'rare' | 'count'>,
  assets: Assets,
): PlannedPrize['gives'] {
  if (nft !== undefined) return { edition: nft };
  if (tickets !== undefined) return { asset: assets.get(activity)?.ticketAsset ?? '', amount: tickets };
  if (votes !== undefined) return { asset: assets.get(activity)?.voteAsset ?? '', amount: votes };
  return { asset: 'POINT', amount: points ?? 0 };
}

function scheduleOf(schedule: WrittenSchedule, anchoredAt: Date): Schedule {
  const instant = (time: Parameters<typeof resolvePackTime>[0]) => resolvePackTime(time, anchoredAt).toISOString();
  if (schedule.kind === 'once') {
    return { kind: 'once', opensAt: instant(schedule.opensAt), closesAt: instant(schedule.closesAt) };
  }
  const { lasts: lastsMinutes } = schedule;
  if (schedule.kind === 'afterStart') return { kind: 'afterStart', minutes: schedule.afterStart, lastsMinutes };
  const { timeZone, until } = schedule;
  const repeats = { timeZone, lastsMinutes, ...(until ? { until: instant(until) } : {}) };
  return schedule.kind === 'daily'
    ? { kind: 'daily', at: schedule.daily, ...repeats }
    : { kind: 'weekly', weekday: schedule.weekday, at: schedule.at, ...repeats };
}
