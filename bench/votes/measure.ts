import type { ClosedLoopResult } from '../load/closed-loop.ts';
import type { Generator } from '../load/generator.ts';
import type { OpenLoopResult } from '../load/open-loop.ts';
import type { Variant } from './routes.ts';

/** The slices of one variant at one number of connections. */
export type Cell = {
  readonly connections: number;
  readonly variant: Variant;
  readonly slices: readonly ClosedLoopResult[];
};

export type Measurement = {
  readonly cells: readonly Cell[];
  readonly open: OpenLoopResult & { readonly callsPerSecond: number };
};

const variants: readonly Variant[] = ['noOp', 'single', 'batched'];
const connectionCounts = [64, 128, 256];
const slices = 6;
const settleMs = 400;
const warmUpMs = 4000;
/** Far more than are busy at half the peak, so that a stall is not softened by a lack of callers. */
const openConnections = 512;
const openSettleMs = 2000;

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
  for (const connections of connectionCounts) {
    const loop = { connections, settleMs, measureMs: (seconds * 1000) / slices };
    const row = await takeTurns(generator, loop);
    cells.push(...row);
    say(
      `${connections} connections: ${row.map((cell) => `${cell.variant} ${Math.round(perSecond(cell))}/s`).join(', ')}`,
    );
  }
  const callsPerSecond = Math.round(perSecond(peakOf(cells)) / 2);
  say(`Votes by the clock, ${callsPerSecond} a second …`);
  const open = await generator.openLoop('batched', {
    callsPerSecond,
    connections: openConnections,
    settleMs: openSettleMs,
    measureMs: seconds * 1000,
  });
  return { cells, open: { ...open, callsPerSecond } };
}

async function takeTurns(
  generator: Generator,
  loop: { connections: number; settleMs: number; measureMs: number },
): Promise<Cell[]> {
  const cells = variants.map((variant) => ({
    connections: loop.connections,
    variant,
    slices: [] as ClosedLoopResult[],
  }));
  for (let turn = 0; turn < slices; turn += 1) {
    for (const cell of cells) cell.slices.push(await generator.closedLoop(cell.variant, loop));
  }
  return cells;
}

/** Where the product's own route answers the most votes. */
export function peakOf(cells: readonly Cell[]): Cell {
  const batched = cells.filter((cell) => cell.variant === 'batched').toSorted((a, b) => perSecond(b) - perSecond(a));
  const [peak] = batched;
  if (!peak) throw new Error('Nothing was measured');
  return peak;
}

/** Successful calls a second over all slices of a cell. */
export function perSecond(cell: Cell): number {
  const succeeded = cell.slices.reduce((sum, slice) => sum + slice.succeeded, 0);
  return succeeded / cell.slices.reduce((sum, slice) => sum + slice.seconds, 0);
}
