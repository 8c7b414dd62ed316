import type { Kysely } from 'kysely';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { findTask } from '#/modules/tasks/tasks.store.ts';
import type { Task } from '#/modules/tasks/task.ts';
import { taskWindow } from '#/modules/tasks/task-standing.rules.ts';
import { countTries } from './quizzes.store.ts';

/** A task with a quiz. */
export type QuizTask = Task & { readonly quizId: string };

/** The task of a quiz from its opening on, and whether it has ended. */
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

/** The tries of an instant's day on the platform. */
export type Tries = { readonly day: string; readonly used: number; readonly left: number; readonly resetAt: Date };

/** A fan's used and remaining tries of the day, and when new ones begin. */
export async function readTries(
  db: Kysely<DB>,
  {
    fanId,
    taskId,
    triesPerDay,
    at,
    timeZone,
  }: { fanId: number; taskId: string; triesPerDay: number; at: Date; timeZone: string },
): Promise<Tries> {
  const day = localDateAt(at, timeZone);
  const used = await countTries(db, { fanId, taskId, day });
  return { day, used, left: Math.max(0, triesPerDay - used), resetAt: startOfLocalDate(addDays(day, 1), timeZone) };
}
