import type { ClosedLoopResult } from '../load/closed-loop.ts';
import type { Generator } from '../load/generator.ts';
import type { OpenLoopResult } from '../load/open-loop.ts';
import { waitUntilQuiet } from '../load/quiet.ts';
import type { Variant } from './routes.ts';

/** The slices of one variant at one number of connections. */
export type Cell = {
  readonly connections: number;
  readonly variant: Variant;
  readonly slices: readonly ClosedLoopResult[];
};

export type Measurement = {
  readonly cells: readonly Cell[];
  /** How many turns of the variants began, and how many of them while the machine was busy with something else. */
  readonly turns: { readonly all: number; readonly disturbed: number };
  /** The product's own route at half its peak, in slices too. */
  readonly open: { readonly callsPerSecond: number; readonly slices: readonly OpenLoopResult[] };
};

const variants: readonly Variant[] = ['noOp', 'single', 'batched'];
const connectionCounts = [64, 128, 256];
const slices = 6;
const settleMs = 400;
const warmUpMs = 4000;
/** Far more than are busy at half the peak, so that a stall is not softened by a lack of callers. */
const openConnections = 512;

/**
 * Measures every variant at every number of connections in slices that take turns, so that whatever else the machine
 * does meanwhile hits all of them alike; then the latency at half the peak.
 *
 * @param seconds how long each variant is measured at each number of connections, over all its slices.
 */
export async function measure(
  generator: Generator,
  seconds: number,
  say: (line: string) => void,
): Promise<Measurement> {
  say('Warming up …');
  for (const variant of variants) {
    await generator.closedLoop(variant, { connections: 64, settleMs: 0, measureMs: warmUpMs });
  }
  const cells: Cell[] = [];
  const turns = { all: 0, disturbed: 0 };
  for (const connections of connectionCounts) {
    const row = variants.map((variant) => ({ connections, variant, slices: [] as ClosedLoopResult[] }));
    for (let turn = 0; turn < slices; turn += 1) {
      turns.all += 1;
      if (!(await waitUntilQuiet())) turns.disturbed += 1;
      for (const cell of row) {
        const loop = { connections, settleMs, measureMs: (seconds * 1000) / slices };
        cell.slices.push(await generator.closedLoop(cell.variant, loop));
      }
    }
    cells.push(...row);
    say(
      `${connections} connections: ${row.map((cell) => `${cell.variant} ${Math.round(perSecond(cell))}/s`).join(', ')}`,
    );
  }
  const callsPerSecond = Math.round(perSecond(peakOf(cells)) / 2);
  say(`Votes by the clock, ${callsPerSecond} a second …`);
  const open: OpenLoopResult[] = [];
  for (let turn = 0; turn < slices; turn += 1) {
    turns.all += 1;
    if (!(await waitUntilQuiet())) turns.disturbed += 1;
    const measureMs = (seconds * 1000) / slices;
    open.push(
      await generator.openLoop('batched', { callsPerSecond, connections: openConnections, settleMs, measureMs }),
    );
  }
  return { cells, turns, open: { callsPerSecond, slices: open } };
}

/** Where the product's own route answers the most votes. */
export function peakOf(cells: readonly Cell[]): Cell {
  const batched = cells.filter((cell) => cell.variant === 'batched').toSorted((a, b) => perSecond(b) - perSecond(a));
  const [peak] = batched;
  if (!peak) throw new Error('Nothing was measured');
  return peak;
}

/** Successful calls a second in the median slice: one slice that something else disturbed does not move it. */
export function perSecond({ slices: all }: Pick<Cell, 'slices'>): number {
  return median(all.map((slice) => slice.succeeded / slice.seconds));
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
