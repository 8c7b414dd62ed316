import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Task } from './task.ts';
import { taskWindow } from './task-state.rules.ts';
import { taskKind } from './task-type.rules.ts';
import { findTask } from './tasks.store.ts';

/**
 * The task, if it can be worked on at that instant. Tasks that need a binding, and kinds that have no way to be done, are
 * not open to anyone.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED
 */
export async function findOpenTask(db: Kysely<DB>, taskId: string, at: Date): Promise<Task> {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  const window = taskWindow(task, at);
  if (window === 'after') throw new Refusal('TASK_ENDED');
  const kind = taskKind(task);
  if (window === 'before' || kind === 'other' || kind === 'binding') throw new Refusal('TASK_NOT_OPEN');
  return task;
}
