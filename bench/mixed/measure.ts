import type { Generator } from '../load/generator.ts';
import type { LoopResult } from '../load/score.ts';
import type { Plan } from '../scenario.ts';
import { inTurns, type Turns } from '../idle-turns.ts';
import { perSecond } from '../votes/measure.ts';
import { storm, yardsticks } from './calls.ts';

/** The storm at one share of its peak, by the clock. */
export type Step = {
  readonly ofPeak: number;
  readonly callsPerSecond: number;
  readonly slices: readonly LoopResult[];
};

export type Yardstick = keyof typeof yardsticks;

export type Measurement = {
  readonly yardsticks: Readonly<Record<Yardstick, { readonly slices: readonly LoopResult[] }>>;
  /** The storm as fast as it goes, at the number of connections at which it goes fastest. */
  readonly peak: { readonly connections: number; readonly slices: readonly LoopResult[] };
  readonly steps: readonly Step[];
  readonly turns: Turns;
};

const slices = 3;
const settleMs = 400;
const warmUpMs = 4000;
const quickWarmUpMs = 500;
const connectionCounts = [64, 128, 256];
const yardstickConnections = 256;
/** Far more than are busy below the peak, so that a stall is not softened by a lack of callers. */
const openConnections = 512;
const sharesOfPeak = [0.25, 0.5, 0.75, 0.9];

/** Measures yardsticks and the storm's peak in slices that take turns, then the storm by the clock at shares of its peak. */
export async function measure(generator: Generator, plan: Plan): Promise<Measurement> {
  const { say } = plan;
  const measureMs = (plan.seconds * 1000) / slices;
  const turns: Turns = { all: 0, disturbed: 0 };
  say('Warming up …');
  for (const mix of [storm, ...Object.values(yardsticks)]) {
    const loop = { connections: 64, settleMs: 0, measureMs: plan.isQuick ? quickWarmUpMs : warmUpMs };
    await generator.closedLoop(mix, loop);
  }

  const measured = { ranking: [], static: [], vote: [], noOp: [] } as Record<Yardstick, LoopResult[]>;
  await inTurns(slices, turns, plan, async () => {
    for (const [name, mix] of Object.entries(yardsticks) as [Yardstick, Record<string, number>][]) {
      const loop = { connections: yardstickConnections, settleMs, measureMs };
      measured[name].push(await generator.closedLoop(mix, loop));
    }
  });
  const peaks = connectionCounts.map((connections) => ({ connections, slices: [] as LoopResult[] }));
  await inTurns(slices, turns, plan, async () => {
    for (const one of peaks) {
      one.slices.push(await generator.closedLoop(storm, { connections: one.connections, settleMs, measureMs }));
    }
  });
  const [peak = { connections: 0, slices: [] }] = peaks.toSorted((a, b) => perSecond(b) - perSecond(a));
  say(`The storm goes up to ${Math.round(perSecond(peak))} calls a second, with ${peak.connections} connections`);

  const steps = sharesOfPeak.map((ofPeak) => {
    return { ofPeak, callsPerSecond: Math.round(perSecond(peak) * ofPeak), slices: [] as LoopResult[] };
  });
  await inTurns(slices, turns, plan, async () => {
    for (const { callsPerSecond, slices: ofStep } of steps) {
      say(`${callsPerSecond} calls a second by the clock …`);
      const loop = { callsPerSecond, connections: openConnections, settleMs, measureMs };
      ofStep.push(await generator.openLoop(storm, loop));
    }
  });
  const wrapped = (name: Yardstick) => ({ slices: measured[name] });
  return {
    yardsticks: {
      ranking: wrapped('ranking'),
      static: wrapped('static'),
      vote: wrapped('vote'),
      noOp: wrapped('noOp'),
    },
    peak,
    steps,
    turns,
  };
}
