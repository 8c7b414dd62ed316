import type { Contract, DataOf } from '@lightstick/contract';
import type { Refusal } from '#/errors.ts';

type TaskList = DataOf<Contract['POST /task/api/v1/task/getTasksList']>;

/** Why a task cannot be done or claimed now, as a fan is told. */
export type TaskNotice = NonNullable<NonNullable<TaskList[keyof TaskList]>[number]['notice']>;

/** What stands between a fan and a task that is open: as a card shows it, and as calls refuse it, in the same words. */
export type Obstacle = { readonly reason: TaskNotice['reason']; readonly refusal: Refusal };
