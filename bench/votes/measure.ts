import type { ClosedLoopResult } from '../load/closed-loop.ts';
import type { Generator } from '../load/generator.ts';
import type { OpenLoopResult } from '../load/open-loop.ts';
import type { Variant } from './routes.ts';

/** The slices of one variant at one number of connections. */
export type Cell = { readonly connections: number; readonly variant: Variant; readonly slices: readonly ClosedLoopResult[] };

export type Measurement = {
  readonly cells: readonly Cell[];
  readonly open: OpenLoopResult & { readonly callsPerSecond: number };
  readonly sliceSeconds: number;
};

const variants: readonly Variant[] = ['noOp', 'single', 'batched'];
export const connectionCounts = [64, 128, 256] as const;
const slices = 5;
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
export async function measure(generator: Generator, seconds: number, say: (line: string) => void): Promise<Measurement> {
  say('Warming up …');
  for (const variant of variants) {
    await generator.closedLoop(variant, { connections: 64, settleMs: 0, measureMs: warmUpMs });
  }
  const measureMs = (seconds * 1000) / slices;
  const cells: Cell[] = [];
  for (const connections of connectionCounts) {
    const results = new Map<Variant, ClosedLoopResult[]>(variants.map((variant) => [variant, []]));
    for (let slice = 0; slice < slices; slice += 1) {
      for (const variant of variants) {
        results.get(variant)?.push(await generator.closedLoop(variant, { connections, settleMs, measureMs }));
      }
    }
    for (const [variant, ofVariant] of results) {
      const cell = { connections, variant, slices: ofVariant };
      cells.push(cell);
      say(`${String(connections).padStart(4)} connections, ${variant}: ${Math.round(perSecond(cell))}/s`);
    }
  }
  const callsPerSecond = Math.round(Math.max(...cells.filter(({ variant }) => variant === 'batched').map(perSecond)) / 2);
  say(`Votes by the clock, ${callsPerSecond}/s …`);
  const open = await generator.openLoop('batched', {
    callsPerSecond,
    connections: openConnections,
    settleMs: 2000,
    measureMs: seconds * 1000,
  });
  return { cells, open: { ...open, callsPerSecond }, sliceSeconds: measureMs / 1000 };
}

/** Successful calls a second over all slices of a cell. */
export function perSecond({ slices: all }: Pick<Cell, 'slices'>): number {
  return sum(all.map((slice) => slice.succeeded)) / sum(all.map((slice) => slice.seconds));
}

export function refusedIn(cells: readonly Cell[]): number {
  return sum(cells.flatMap((cell) => cell.slices.map((slice) => slice.refused)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
