import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createActivityCatalogue } from '../../apps/server/src/modules/elections/activity-catalogue.ts';
import { createDisplayFreezes } from '../../apps/server/src/modules/rankings/display-freezes.ts';
import { readSupporters } from '../../apps/server/src/modules/rankings/figures.view.ts';
import { createLiveRankings } from '../../apps/server/src/modules/rankings/live-rankings.ts';
import { median } from '../figures.ts';
import type { LoopResult } from '../load/score.ts';
import type { Plan } from '../scenario.ts';
import { inTurns, type Turns } from '../idle-turns.ts';
import { perSecond } from '../votes/measure.ts';
import type { Ledger } from './given-ledger.ts';

/** What a ledger of one size came to. */
export type GrowthRow = {
  readonly ledger: Ledger;
  /** Votes as fast as they are answered. */
  readonly votes: readonly LoopResult[];
  /** Reads the ranking at fixed times during voting. */
  readonly looks: readonly LoopResult[];
  /** How long the database takes for one reading of the ranking, and for one pass over all votes for the supporters. */
  readonly readingsMs: number[];
  readonly passesMs: number[];
};

const slices = 6;
const settleMs = 400;
const warmUpMs = 4000;
const quickWarmUpMs = 500;
const connections = 256;
/** Few enough that nothing waits but for the database: as many looks as votes, so that there is always something new. */
const looking = { callsPerSecond: 1_000, connections: 128 };
const readingsATurn = 8;
/** The time after which a reading is stale, and the next question begins another. */
const betweenReadingsMs = 300;
const passes = 3;

/** Measures all ledgers in slices that take turns; in every other turn the largest is the first, so that a drift shows. */
export async function measure(
  ledgers: readonly Ledger[],
  plan: Plan,
): Promise<{ rows: readonly GrowthRow[]; turns: Turns }> {
  const rows = ledgers.map((ledger) => ({
    ledger,
    votes: [] as LoopResult[],
    looks: [] as LoopResult[],
    readingsMs: [] as number[],
    passesMs: [] as number[],
  }));
  const turns: Turns = { all: 0, disturbed: 0 };
  const inOrder = (turn: number) => (turn % 2 === 0 ? rows : rows.toReversed());
  const measureMs = (plan.seconds * 1000) / slices;
  plan.say('Warming up …');
  for (const { ledger } of rows) {
    const loop = { connections, settleMs: 0, measureMs: plan.isQuick ? quickWarmUpMs : warmUpMs };
    await ledger.generator.closedLoop({ vote: 1, ranking: 1 }, loop);
  }
  await inTurns(slices, turns, plan, async (turn) => {
    for (const row of inOrder(turn)) {
      row.votes.push(await row.ledger.generator.closedLoop({ vote: 1 }, { connections, settleMs, measureMs }));
    }
    for (const row of inOrder(turn)) {
      row.looks.push(await row.ledger.generator.openLoop({ ranking: 1, vote: 1 }, { ...looking, settleMs, measureMs }));
    }
    for (const row of inOrder(turn)) row.readingsMs.push(...(await timeReadings(row.ledger)));
  });
  await inTurns(passes, turns, plan, async (turn) => {
    for (const row of inOrder(turn)) row.passesMs.push(await timePass(row.ledger));
  });
  for (const row of rows) {
    const [rate, reading, pass] = [perSecond({ slices: row.votes }), median(row.readingsMs), median(row.passesMs)];
    plan.say(
      `${row.ledger.size.votes} votes: ${Math.round(rate)}/s, a reading ${reading.toFixed(1)} ms, ` +
        `a pass ${Math.round(pass)} ms`,
    );
  }
  return { rows, turns };
}

/** Times the readings that a process does a few times a second, in this process. */
async function timeReadings({ connection: { db }, election }: Ledger): Promise<number[]> {
  const catalogue = createActivityCatalogue({ db, clock: systemClock });
  const activity = await catalogue.find(election.activityId);
  if (!activity) throw new Error('The activity is not there');
  // There are no listeners here, so only readings can fail.
  const onError = () => undefined;
  const rankings = createLiveRankings({
    db,
    clock: systemClock,
    catalogue,
    freezes: createDisplayFreezes({
      db,
      clock: systemClock,
      clusterClock: () => Promise.resolve(systemClock.now()),
      catalogue,
    }),
    onError,
  });
  // The first one also asks for the ranks of the hour before.
  await rankings.current(activity);
  const took: number[] = [];
  while (took.length < readingsATurn) {
    await pause(betweenReadingsMs);
    const startedMs = performance.now();
    await rankings.current(activity);
    took.push(performance.now() - startedMs);
  }
  rankings.stop();
  return took;
}

async function timePass({ connection: { db }, election }: Ledger): Promise<number> {
  const startedMs = performance.now();
  await readSupporters(db, { period: Number(election.activityId), at: systemClock.now(), seen: undefined });
  return performance.now() - startedMs;
}
