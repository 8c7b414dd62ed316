import { taskTypes } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { findTask } from '#/modules/tasks/tasks.store.ts';
import type { Task } from '#/modules/tasks/task.ts';
import { taskWindow } from '#/modules/tasks/task-standing.rules.ts';

/** A task's form, and the place of the fan's parameter in its address. */
export type Form = NonNullable<Task['form']>;

export type FormTask = Task & { readonly form: Form };

/** The demo form of a development server; a content pack may name it instead of a real one. */
export const demoFormPath = '/dev/form';

export const formTypes: ReadonlySet<number> = new Set(taskTypes.form);

/** Whether a task has a form that this server can send fans to. */
export function hasForm(task: Task, { devPages }: { readonly devPages: boolean }): task is FormTask {
  return task.form !== null && (devPages || task.form.url !== demoFormPath);
}

/** @throws Refusal TASK_NOT_FOUND, TASK_WITHOUT_FORM, TASK_NOT_OPEN, TASK_ENDED */
export async function findFormTask(
  db: Kysely<DB>,
  { taskId, at, devPages }: { taskId: string; at: Date; devPages: boolean },
): Promise<FormTask> {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  if (!formTypes.has(task.typeId)) throw new Refusal('TASK_WITHOUT_FORM');
  const window = taskWindow(task, at);
  if (window === 'after') throw new Refusal('TASK_ENDED');
  if (window === 'before' || !hasForm(task, { devPages })) throw new Refusal('TASK_NOT_OPEN');
  return task;
}
