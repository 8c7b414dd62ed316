import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Occurrences } from './occurrence.rules.ts';
import type { Task } from './task.ts';

/**
 * What a witness says of one task. `completed` is done and waits to be claimed; `awarded` was paid by the witness's own
 * module; `stayTuned` cannot be done now; `unlicensed` needs something of the fan first.
 */
export type Completion = {
  readonly state: 'stayTuned' | 'unlicensed' | 'available' | 'completed' | 'awarded';
  /** How many of what the task asks for are done, where there is more than one. */
  readonly progress?: { readonly done: number; readonly total: number };
  /** Who else has to do something, now that the fan has done their part of a task that is `available`. */
  readonly awaits?: 'review' | 'confirmation';
  /** Points on their way by what the fan did for it, besides its reward. */
  readonly pendingPoints?: number;
};

export type CompletionQuery = {
  /** Undefined for an anonymous caller, of whom nothing is done. */
  readonly fanId: number | undefined;
  /** All of the witness's types. */
  readonly tasks: readonly Task[];
  readonly occurrences: Occurrences;
  readonly at: Date;
};

/**
 * Sees whether tasks of some types are done: a module of its own, to which the fan goes from the task's card. The claim
 * of what it calls `completed` is paid by the tasks module.
 */
export type CompletionCheck = {
  readonly typeIds: ReadonlySet<number>;
  /**
   * By task id; a task that is left out cannot be done here. A few queries, however many tasks are asked about. A claim
   * asks within its transaction.
   */
  testify(db: Kysely<DB>, question: CompletionQuery): Promise<ReadonlyMap<string, Completion>>;
};

/** Asks every witness about those of the tasks that are its own, and nothing of witnesses without any. */
export async function runCompletionChecks(
  db: Kysely<DB>,
  witnesses: readonly CompletionCheck[],
  question: CompletionQuery,
): Promise<ReadonlyMap<string, Completion>> {
  const heard = new Map<string, Completion>();
  for (const witness of witnesses) {
    const tasks = question.tasks.filter((task) => witness.typeIds.has(task.typeId));
    if (tasks.length === 0) continue;
    for (const [taskId, testimony] of await witness.testify(db, { ...question, tasks })) heard.set(taskId, testimony);
  }
  return heard;
}
