import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Occurrences } from './occurrence.rules.ts';
import type { Task } from './task.ts';

/**
 * How far a fan is with one task. `completed` can be claimed; `awarded` was paid by the check's own wing; `stayTuned`
 * cannot be done now; `unlicensed` needs something of the fan first.
 */
export type Completion = {
  readonly state: 'stayTuned' | 'unlicensed' | 'available' | 'completed' | 'awarded';
  /** Left out where the task asks for one thing only. */
  readonly progress?: { readonly done: number; readonly total: number };
  /** Who has to act once the fan has done their part of an `available` task. */
  readonly awaits?: 'review' | 'confirmation';
  /** Points that the fan's work for the task brings besides its reward. */
  readonly pendingPoints?: number;
};

export type CompletionQuery = {
  /** Undefined for an anonymous caller, who has done nothing. */
  readonly fanId: number | undefined;
  /** Tasks of the check's own types only. */
  readonly tasks: readonly Task[];
  readonly occurrences: Occurrences;
  readonly at: Date;
};

/** Tells for tasks of some types whether they are done. Each wing has one; claims of `completed` tasks are paid here. */
export type CompletionCheck = {
  readonly typeIds: ReadonlySet<number>;
  /**
   * Answers by task id; a task that is left out cannot be done here. Must take a few queries however many tasks there
   * are: a claim asks within its transaction.
   */
  check(db: Kysely<DB>, query: CompletionQuery): Promise<ReadonlyMap<string, Completion>>;
};

/** Asks each check for the tasks of its types; a check without such tasks is not asked. */
export async function runCompletionChecks(
  db: Kysely<DB>,
  completionChecks: readonly CompletionCheck[],
  query: CompletionQuery,
): Promise<ReadonlyMap<string, Completion>> {
  const completions = new Map<string, Completion>();
  for (const wing of completionChecks) {
    const tasks = query.tasks.filter((task) => wing.typeIds.has(task.typeId));
    if (tasks.length === 0) continue;
    for (const [taskId, completion] of await wing.check(db, { ...query, tasks })) completions.set(taskId, completion);
  }
  return completions;
}
