import { isSettled } from '#/modules/riddles/index.ts';
import type { Entry } from './pack.ts';
import type { Problem } from './problem.ts';
import type { PublishedRound } from './riddles.store.ts';
import { riddleType } from './riddle-checks.ts';
import type { RiddleRound } from './schema/riddles.ts';
import type { Task } from './schema/tasks.ts';

type Rounds = {
  readonly tasks: readonly Entry<Task>[];
  readonly rounds: readonly Entry<RiddleRound>[];
  /** What was applied before and stays although the pack leaves it out. */
  readonly kept: readonly PublishedRound[];
};

/**
 * Tasks whose budget does not pay for their rounds: those of the pack, and those that it leaves out, which have spent of
 * the same budget or still will.
 */
export function budgetsBelowRounds({ tasks, rounds, kept }: Rounds, now: Date): Problem[] {
  return tasks.flatMap(({ value: task, problem }) => {
    if (task.type !== riddleType) return [];
    const ofPack = rounds.filter(({ value }) => value.task === task.id).map(({ value }) => value.budget);
    const before = kept.filter((round) => round.task === task.id).map((round) => claimOf(round, now));
    const [planned, taken] = [sumOf(ofPack), sumOf(before)];
    if (task.budget >= planned + taken) return [];
    const found = `is ${task.budget}, but its rounds have ${planned} and those applied before can pay ${taken}`;
    return [problem(['budget'], `${found}; expected at least ${planned + taken}`)];
  });
}

/** The most that a round takes of its task's budget: a round that can still be unlocked may come to take all it has. */
function claimOf(round: PublishedRound, now: Date): number {
  return isSettled(round, now) ? round.reserved : round.budget;
}

function sumOf(points: readonly number[]): number {
  return points.reduce((sum, one) => sum + one, 0);
}
