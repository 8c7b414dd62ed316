import type { Generator } from '../load/generator.ts';
import type { LoopResult } from '../load/score.ts';
import { median } from '../figures.ts';
import type { Plan } from '../scenario.ts';
import type { Variant } from '../server/routes-of-comparison.ts';
import { inTurns, type Turns } from '../idle-turns.ts';
import type { Cost } from './cost.ts';

/** The measured variants: the routes of one server, and a server that is nothing but Node's own. */
export type Measured = Variant | 'raw';

/** The slices of one variant at one number of connections. */
export type Cell = {
  readonly connections: number;
  readonly variant: Measured;
  readonly slices: readonly LoopResult[];
};

export type Measurement = {
  readonly cells: readonly Cell[];
  readonly turns: Turns;
  /** The product's own route at half its peak, in slices too. */
  readonly open: { readonly callsPerSecond: number; readonly slices: readonly LoopResult[] };
  readonly cost: Cost;
};

/** The load on the product's server, and the load on a raw one. */
type Generators = { readonly product: Generator; readonly raw: Generator };

export const variants: readonly Variant[] = ['noOp', 'single', 'batched'];
const connectionCounts = [64, 128, 256];
const slices = 6;
const settleMs = 400;
const warmUpMs = 4000;
const quickWarmUpMs = 500;
/** Far more than are busy at half the peak, so that a stall is not softened by a lack of callers. */
const openConnections = 512;

/**
 * Measures every variant at every number of connections in slices that take turns, so that other load of the machine
 * hits all of them alike; then the latency at half the peak.
 */
export async function measure({ product: generator, raw }: Generators, plan: Plan): Promise<Omit<Measurement, 'cost'>> {
  const { say } = plan;
  const measureMs = (plan.seconds * 1000) / slices;
  say('Warming up …');
  await warmUp(generator, plan);
  await raw.closedLoop({ raw: 1 }, { connections: 64, settleMs: 0, measureMs: quickWarmUpMs });
  const cells: Cell[] = [];
  const turns: Turns = { all: 0, disturbed: 0 };
  for (const connections of connectionCounts) {
    const row = (['raw', ...variants] as const).map((variant) => ({
      connections,
      variant,
      slices: [] as LoopResult[],
    }));
    await inTurns(slices, turns, plan, async () => {
      for (const cell of row) {
        const load = cell.variant === 'raw' ? raw : generator;
        cell.slices.push(await load.closedLoop({ [cell.variant]: 1 }, { connections, settleMs, measureMs }));
      }
    });
    cells.push(...row);
    say(
      `${connections} connections: ${row.map((cell) => `${cell.variant} ${Math.round(perSecond(cell))}/s`).join(', ')}`,
    );
  }
  const callsPerSecond = Math.round(perSecond(peakOf(cells)) / 2);
  say(`Votes by the clock, ${callsPerSecond} a second …`);
  const open: LoopResult[] = [];
  await inTurns(slices, turns, plan, async () => {
    const loop = { callsPerSecond, connections: openConnections, settleMs, measureMs };
    open.push(await generator.openLoop({ batched: 1 }, loop));
  });
  return { cells, turns, open: { callsPerSecond, slices: open } };
}

/** Brings the server to the speed it has after a while. */
export async function warmUp(generator: Generator, { isQuick }: Plan): Promise<void> {
  for (const variant of variants) {
    const measureMs = isQuick ? quickWarmUpMs : warmUpMs;
    await generator.closedLoop({ [variant]: 1 }, { connections: 64, settleMs: 0, measureMs });
  }
}

/** Returns where the product's own route answers the most votes. */
export function peakOf(cells: readonly Cell[]): Cell {
  const batched = cells.filter((cell) => cell.variant === 'batched').toSorted((a, b) => perSecond(b) - perSecond(a));
  const [peak] = batched;
  if (!peak) throw new Error('Nothing was measured');
  return peak;
}

/** Returns the successful calls a second in the median slice: one disturbed slice does not move it. */
export function perSecond({ slices: all }: { readonly slices: readonly LoopResult[] }): number {
  return median(ratesOf(all));
}

/** Returns the successful calls a second in each slice. */
export function ratesOf(all: readonly LoopResult[]): number[] {
  return all.map((slice) => slice.succeeded / slice.seconds);
}
