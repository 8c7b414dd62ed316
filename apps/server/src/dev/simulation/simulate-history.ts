import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { closingGraceMs } from '#/modules/elections/index.ts';
import { post } from '#/modules/points/index.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import type { Activity, Simulation } from '#/modules/content/index.ts';
import { planVotes, type PlannedVote } from './plan-votes.ts';
import { castVotes, insertSnapshots, readTallyPools, settleRound } from './simulation.store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type SimulationContext = {
  readonly packName: string;
  readonly simulation: Pick<Simulation, 'seed' | 'fans' | 'votes' | 'popularity'>;
  /** The simulated fans in order. */
  readonly fanIds: readonly number[];
  readonly activity: Pick<
    Activity,
    'id' | 'voteAsset' | 'timeZone' | 'dailyCap' | 'minAccountAgeHours' | 'endingLimits'
  >;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly now: Date;
};

/** Votes per call of the ledger. */
const batchMax = 320;

/**
 * Simulates the history of an activity that has opened: simulated fans receive and cast votes through the ledger at times
 * since the opening, the hourly rankings follow, and an activity that is over gets its result. The ledger and its
 * invariants see no difference; the fans are marked as simulated.
 */
export async function simulateHistory(
  tx: Transaction<DB>,
  context: SimulationContext,
): Promise<{ readonly votes: number; readonly snapshots: number }> {
  const { simulation, activity, fanIds, opensAt, now } = context;
  const until = new Date(Math.min(now.getTime(), context.closesAt.getTime()));
  const planned = planVotes(simulation, {
    opensAt,
    // Limits near the end would refuse some votes.
    until: new Date(Math.min(until.getTime(), endingFrom(context).getTime())),
    timeZone: activity.timeZone,
    dailyCap: activity.dailyCap ?? null,
  });

  await grantVotes(tx, context, { fanIds, planned });
  await castAll(tx, context, { fanIds, planned });
  const snapshots = await insertSnapshots(tx, {
    activityId: activity.id,
    period: Number(activity.id),
    from: opensAt,
    until,
  });
  const settledAt = new Date(context.closesAt.getTime() + closingGraceMs);
  if (settledAt <= now) await settleRound(tx, { activityId: activity.id, period: Number(activity.id), settledAt });
  return { votes: planned.length, snapshots };
}

/** When the first limit near the end begins; the close without any. */
function endingFrom({ activity: { endingLimits }, closesAt }: SimulationContext): Date {
  return new Date(closesAt.getTime() - (endingLimits[0]?.withinMinutes ?? 0) * minuteMs);
}

/** Issues the votes that each fan casts. Free votes are used first, so a few are left over. */
async function grantVotes(
  tx: Transaction<DB>,
  { activity, opensAt, now }: SimulationContext,
  { fanIds, planned }: { fanIds: readonly number[]; planned: readonly PlannedVote[] },
): Promise<void> {
  const amounts = new Map<number, number>();
  for (const { fan, num } of planned) amounts.set(fan, (amounts.get(fan) ?? 0) + num);
  const legs = [...amounts].map(([fan, amount]) => ({
    fanId: fanIds[fan] ?? Number.NaN,
    asset: activity.voteAsset,
    direction: 'receives' as const,
    amount,
    pool: { kind: 'issue' as const, name: 'demo' },
    reason: 'demo_grant' as const,
  }));
  if (legs.length === 0) return;
  await post(tx, { key: uuidV7(now), receivedAt: opensAt, legs });
}

async function castAll(
  tx: Transaction<DB>,
  { packName, simulation, activity, opensAt }: SimulationContext,
  { fanIds, planned }: { fanIds: readonly number[]; planned: readonly PlannedVote[] },
): Promise<void> {
  const pools = await readTallyPools(tx, activity.id);
  for (const [index, batch] of batchesOf(planned).entries()) {
    const votes = batch.map(({ fan, idolId, num, receivedAt }) => ({
      fanId: fanIds[fan] ?? Number.NaN,
      pool: pools.get(idolId) ?? Number.NaN,
      num,
      receivedAt,
      // Old enough for the minimum account age.
      joinedAt: new Date(opensAt.getTime() - activity.minAccountAgeHours * hourMs),
    }));
    await castVotes(tx, { period: Number(activity.id), name: `${packName}/${simulation.seed}/${index}`, votes });
  }
}

/** Splits votes into batches in order, each with distinct fans, as the ledger requires. */
function batchesOf(planned: readonly PlannedVote[]): PlannedVote[][] {
  const batches: PlannedVote[][] = [];
  let fansInBatch = new Set<number>();
  for (const vote of planned) {
    const current = batches.at(-1);
    if (!current || current.length === batchMax || fansInBatch.has(vote.fan)) {
      batches.push([vote]);
      fansInBatch = new Set([vote.fan]);
    } else {
      current.push(vote);
      fansInBatch.add(vote.fan);
    }
  }
  return batches;
}
