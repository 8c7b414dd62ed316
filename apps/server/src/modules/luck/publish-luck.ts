import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { insertCampaign } from './campaigns.store.ts';
import { enqueueFreeze } from './draw-raffle.ts';
import { fundPacket } from './packets.store.ts';
import { type LuckPlan, luckPlan } from './plan.ts';
import { inSavepoint, listPlans, listPublished, lockPublishing } from './plans.store.ts';
import { type Occurrence, occurrencesOf } from './luck.rules.ts';

/** How long before its opening a packet or campaign is promised. */
const aheadMs = 36 * 60 * 60_000;
/** A packet is promised at least this long before it opens. */
const noticeMs = 60_000;

export type PublishedPlans = {
  readonly published: readonly string[];
  /** The plans whose budgets have too little left. */
  readonly unfunded: readonly string[];
  /** Plans that could not be published, each with its error; the others are. */
  readonly failures: readonly { readonly planId: string; readonly error: unknown }[];
};

type Publisher = {
  /** Asked once the turn has come, so that no time before a wait decides. */
  readonly now: () => Promise<Date>;
  /** The beacon of new raffles. */
  readonly beacon: 'drand' | 'organiser';
};

/**
 * Creates the packets and campaigns of all plans that are on or open soon, each once, with their seeds promised and
 * their prizes set aside. Published ones never change: a changed plan reaches later ones, and a raised version is a new
 * campaign beside the one before, whose promises hold until its end.
 */
export async function publishLuck(tx: Transaction<DB>, { now, beacon }: Publisher): Promise<PublishedPlans> {
  await lockPublishing(tx);
  const at = await now();
  const published: string[] = [];
  const unfunded: string[] = [];
  const failures: PublishedPlans['failures'][number][] = [];
  for (const { planId, plan: written } of await listPlans(tx)) {
    const ofPlan: { id: string; isFunded: boolean }[] = [];
    const publishAll = async () => {
      const plan = luckPlan.parse(written);
      for (const occurrence of await missingOccurrences(tx, planId, plan, at)) {
        ofPlan.push(await publish(tx, { planId, plan, occurrence, now: at, beacon }));
      }
      return true;
    };
    try {
      await inSavepoint(tx, 'plan', publishAll);
      for (const { id, isFunded } of ofPlan) (isFunded ? published : unfunded).push(id);
    } catch (error) {
      failures.push({ planId, error });
    }
  }
  return { published, unfunded, failures };
}

/** Returns the occurrences of a plan that are not published yet. */
async function missingOccurrences(
  tx: Transaction<DB>,
  planId: string,
  plan: LuckPlan,
  now: Date,
): Promise<Occurrence[]> {
  const occurrences = occurrencesOf(plan.schedule, { now, until: new Date(now.getTime() + aheadMs) });
  if (occurrences.length === 0) return [];
  const ids = occurrences.map((occurrence) => idOf(planId, plan, occurrence));
  const openings = occurrences.map(({ opensAt }) => opensAt);
  const before = await listPublished(tx, { planId, ids, openings });
  const known = new Set(before.map(({ id }) => id));
  return occurrences.filter((occurrence) => {
    if (known.has(idOf(planId, plan, occurrence))) return false;
    if (plan.kind === 'packet') return occurrence.opensAt.getTime() >= now.getTime() + noticeMs;
    // A draw under way keeps its version: a second one beside it would count attempts and entries twice.
    return plan.kind === 'box' || !before.some(({ opensAt }) => opensAt.getTime() === occurrence.opensAt.getTime());
  });
}

function idOf(planId: string, plan: LuckPlan, { suffix }: Occurrence): string {
  const version = plan.kind === 'packet' || plan.version === 1 ? '' : `-v${plan.version}`;
  return `${planId}${version}${suffix}`;
}

type Publication = {
  readonly planId: string;
  readonly plan: LuckPlan;
  readonly occurrence: Occurrence;
  readonly now: Date;
  readonly beacon: 'drand' | 'organiser';
};

/** Publishes one occurrence whole, or nothing of it when its budget has too little. */
async function publish(
  tx: Transaction<DB>,
  { planId, plan, occurrence, now, beacon }: Publication,
): Promise<{ readonly isFunded: boolean; readonly id: string }> {
  const id = idOf(planId, plan, occurrence);
  const { opensAt, closesAt } = occurrence;
  const isFunded = await inSavepoint(tx, 'publication', () =>
    plan.kind === 'packet'
      ? fundPacket(tx, { ...plan, packetId: id, planId, opensAt, closesAt }, now)
      : insertCampaign(tx, { campaignId: id, planId, plan, opensAt, closesAt, beacon, publishedAt: now }),
  );
  if (isFunded && plan.kind === 'raffle') await enqueueFreeze(tx, id, closesAt);
  return { isFunded, id };
}
