import { waitUntilQuiet } from './load/quiet.ts';
import type { Plan } from './scenario.ts';

/** How many turns began, and how many of them while the machine was busy with something else. */
export type Turns = { all: number; disturbed: number };

/**
 * Runs each turn several times once the machine is idle, so that background load affects all measurements of a turn alike.
 *
 * @throws the reason of the plan's signal when somebody wants to stop.
 */
export async function inTurns(
  times: number,
  turns: Turns,
  { signal, isQuick }: Pick<Plan, 'signal' | 'isQuick'>,
  run: (turn: number) => Promise<void>,
): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    signal.throwIfAborted();
    turns.all += 1;
    if (isQuick || !(await waitUntilQuiet())) turns.disturbed += 1;
    await run(turn);
  }
}

/** Says what disturbed a result, for its prose. */
export function disturbedInWords({ all, disturbed }: Turns): string {
  return `each turn began once the machine was idle (${disturbed} of ${all} could not wait that long)`;
}
