import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { findTask, type Task, taskWindow } from '#/modules/tasks/index.ts';

/** A task that asks a quiz. */
export type QuizTask = Task & { readonly quizId: string };

/**
 * The task of a quiz, from its opening on, and whether its time is over.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN
 */
export async function findQuizTask(
  db: Kysely<DB>,
  { taskId, at }: { taskId: string; at: Date },
): Promise<{ task: QuizTask; hasEnded: boolean }> {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  const { quizId } = task;
  const window = taskWindow(task, at);
  if (quizId === null || window === 'before') throw new Refusal('TASK_NOT_OPEN');
  return { task: { ...task, quizId }, hasEnded: window === 'after' };
}

/** @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED */
export async function findOpenQuizTask(db: Kysely<DB>, wanted: { taskId: string; at: Date }): Promise<QuizTask> {
  const { task, hasEnded } = await findQuizTask(db, wanted);
  if (hasEnded) throw new Refusal('TASK_ENDED');
  return task;
}
