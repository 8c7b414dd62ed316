import { type Transaction, sql } from 'kysely';
import {
  type Pack,
  resolvePackTime,
  type Simulate,
  type Activity,
  type Simulation,
  type Best7Poll,
} from '#/modules/content/index.ts';
import { inventFans, planVotes, type PlannedVote } from './plan-votes.ts';
import { simulateSongs } from './simulate-songs.ts';
import {
  insertFans,
  castVotes,
  insertSnapshots,
  readTallyPools,
  settleRound,
  listSimulatedFans,
} from './simulation.store.ts';
import type { DB } from '#/db/schema.ts';
import { closingGraceMs } from '#/modules/elections/index.ts';
import { post } from '#/modules/points/index.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { freezeResult, hasResult, pollState } from '#/modules/best7/index.ts';
import { randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';

/** Simulates the history of a pack's open election with its songs and Best 7 ballots, and of its elections before. */
export const simulatePack: Simulate = async (tx, pack, { anchoredAt, now }) => {
  const { name: packName, simulation, activities, songEvents, best7Polls } = pack;
  if (!simulation) return undefined;
  const windowOf = (id: string) => windowOfActivity(pack, id, anchoredAt);
  const current = windowOf(simulation.activity);
  if (!current || current.opensAt >= now) return undefined;
  const histories = [...simulation.past, simulation].flatMap((history) => {
    const window = windowOf(history.activity);
    return window && window.opensAt < now ? [{ history, window }] : [];
  });
  const firstOpening = new Date(Math.min(...histories.map(({ window }) => window.opensAt.getTime())));
  const fanIds = await insertFans(tx, inventFans(packName, simulation), firstOpening);
  let [votes, snapshots] = [0, 0];
  for (const { history, window } of histories) {
    const own = { ...history, fans: simulation.fans };
    const done = await simulateHistory(tx, { packName, simulation: own, fanIds, ...window, now });
    votes += done.votes;
    snapshots += done.snapshots;
  }
  for (const { value: event } of songEvents) {
    const voteAsset = activities.find((entry) => entry.value.id === event.activity)?.value.voteAsset ?? '';
    await simulateSongs(tx, { simulation, event, voteAsset, anchoredAt, now });
  }
  for (const { value: poll } of best7Polls) {
    const history = histories.find((one) => one.history.activity === poll.activity)?.history;
    if (history) await simulateBallots(tx, { simulation: history, poll, anchoredAt, now });
  }
  return { fans: fanIds.length, votes, snapshots };
};

function windowOfActivity({ activities }: Pick<Pack, 'activities'>, id: string, anchoredAt: Date) {
  const activity = activities.find((entry) => entry.value.id === id)?.value;
  return (
    activity && {
      activity,
      opensAt: resolvePackTime(activity.opensAt, anchoredAt),
      closesAt: resolvePackTime(activity.closesAt, anchoredAt),
    }
  );
}

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
async function simulateHistory(
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

/** Returns when the first limit near the end begins; the close without any. */
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

type BallotContext = {
  readonly simulation: Pick<Simulation, 'seed' | 'best7Ballots' | 'popularity'>;
  readonly poll: Best7Poll;
  readonly anchoredAt: Date;
  readonly now: Date;
};

type SimulatedBallot = { readonly fanId: number; readonly idolIds: readonly string[]; readonly castAt: Date };

const ballotSize = 7;

/**
 * Casts a Best 7 ballot for each simulated fan since the poll opened: popular idols are on more ballots, and higher. A poll
 * that is over gets its result.
 */
async function simulateBallots(
  tx: Transaction<DB>,
  { simulation, poll, anchoredAt, now }: BallotContext,
): Promise<void> {
  const { best7Ballots: wanted, seed, popularity } = simulation;
  const window = {
    opensAt: resolvePackTime(poll.opensAt, anchoredAt),
    closesAt: resolvePackTime(poll.closesAt, anchoredAt),
  };
  const fromMs = window.opensAt.getTime();
  const untilMs = Math.min(window.closesAt.getTime(), now.getTime());
  if (!wanted || untilMs <= fromMs) return;
  if (await hasResult(tx, poll.activity)) return;
  const random = randomFromSeed(seed, 'ballots');
  const fanIds = (await listSimulatedFans(tx)).slice(0, wanted);
  const ballots = fanIds
    .map((fanId) => ({
      fanId,
      idolIds: pickSeven(popularity, random),
      castAt: new Date(Math.floor(random.between(fromMs, untilMs))),
    }))
    .toSorted((one, other) => one.castAt.getTime() - other.castAt.getTime());
  await insertBallots(tx, poll, ballots);
  if (pollState(window, now) === 'final') await freezeResult(tx, poll.activity);
}

/** Picks seven different idols, each drawn by weight from the remaining ones. */
function pickSeven(popularity: Simulation['popularity'], random: SeededRandom): string[] {
  const left = new Map(Object.entries(popularity).map(([idolId, { weight }]) => [idolId, weight]));
  return Array.from({ length: ballotSize }, () => {
    let rest = random.next() * left.values().reduce((sum, weight) => sum + weight, 0);
    const [picked] = [...left].find(([, weight]) => (rest -= weight) < 0) ?? [...left][0] ?? [''];
    left.delete(picked);
    return picked;
  });
}

/** Inserts ballots and counts them in the shards of their fans, as the product does. */
async function insertBallots(
  tx: Transaction<DB>,
  { activity, timeZone }: Best7Poll,
  ballots: readonly SimulatedBallot[],
): Promise<void> {
  const rows = ballots.map(({ fanId, idolIds, castAt }) => ({ fan_id: fanId, idol_ids: idolIds, cast_at: castAt }));
  await sql`
    with ballot as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b (fan_id bigint, idol_ids text[],
        cast_at timestamptz)
    ), written as (
      insert into best7_ballot (activity_id, fan_id, day, place_1, place_2, place_3, place_4, place_5, place_6, place_7,
        key, cast_at)
      select ${activity}, fan_id, (cast_at at time zone ${timeZone})::date, idol_ids[1], idol_ids[2], idol_ids[3],
        idol_ids[4],
             idol_ids[5], idol_ids[6], idol_ids[7], gen_random_uuid(), cast_at
        from ballot
      on conflict do nothing
      returning fan_id, array[place_1, place_2, place_3, place_4, place_5, place_6, place_7] as idol_ids
    )
    insert into best7_tally as t (activity_id, idol_id, shard, points, first_places)
    select ${activity}, idol_id, fan_id % 16, sum(8 - place), count(*) filter (where place = 1)
      from written cross join unnest(idol_ids) with ordinality as p (idol_id, place)
     group by idol_id, fan_id % 16
    on conflict (activity_id, idol_id, shard) do update
       set points = t.points + excluded.points, first_places = t.first_places + excluded.first_places`.execute(tx);
}
