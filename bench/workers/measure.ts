import type { Generator } from '../load/generator.ts';
import type { LoopResult } from '../load/score.ts';
import type { Plan } from '../scenario.ts';
import type { Variant } from '../server/routes-of-comparison.ts';
import { inTurns, type Turns } from '../idle-turns.ts';
import { perSecond, variants, warmUp } from '../votes/measure.ts';

/** Load on the servers of one number of workers. */
export type Crew = { readonly workers: number; readonly generator: Generator };

/** The slices of one variant at one crew and one number of connections. */
export type CrewCell = {
  readonly workers: number;
  readonly connections: number;
  readonly variant: Variant;
  readonly slices: readonly LoopResult[];
};

const connectionCounts = [128, 256];
const slices = 6;
const settleMs = 400;

/** Measures every crew and variant in slices that take turns; in every other turn the last crew is the first. */
export async function measureCrews(
  crews: readonly Crew[],
  plan: Plan,
): Promise<{ cells: readonly CrewCell[]; turns: Turns }> {
  plan.say('Warming up …');
  for (const { generator } of crews) await warmUp(generator, plan);
  const measureMs = (plan.seconds * 1000) / slices;
  const cells: CrewCell[] = [];
  const turns: Turns = { all: 0, disturbed: 0 };
  for (const connections of connectionCounts) {
    const rows = crews.map(({ workers, generator }) => ({
      generator,
      cells: variants.map((variant) => ({ workers, connections, variant, slices: [] as LoopResult[] })),
    }));
    await inTurns(slices, turns, plan, async (turn) => {
      for (const row of turn % 2 === 0 ? rows : rows.toReversed()) {
        for (const cell of row.cells) {
          cell.slices.push(await row.generator.closedLoop({ [cell.variant]: 1 }, { connections, settleMs, measureMs }));
        }
      }
    });
    cells.push(...rows.flatMap((row) => row.cells));
    for (const row of rows) {
      const rates = row.cells.map((cell) => `${cell.variant} ${Math.round(perSecond(cell))}/s`);
      plan.say(`${row.cells[0]?.workers} workers, ${connections} connections: ${rates.join(', ')}`);
    }
  }
  return { cells, turns };
}
