import type { Task } from '#/modules/tasks/index.ts';

/** Where a task's form is, and where in its address the fan's parameter goes. */
export type Form = NonNullable<Task['form']>;

export type FormTask = Task & { readonly form: Form };

/** The path of the form that a development server plays itself; a content pack may name it instead of a real one. */
export const demoFormPath = '/dev/form';
