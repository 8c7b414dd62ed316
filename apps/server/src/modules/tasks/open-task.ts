import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import type { SocialAccounts } from './social-accounts.ts';
import type { Task } from './task.ts';
import { canBeDone, taskWindow } from './task-state.rules.ts';
import { hearWitnesses, type TaskWitness, type Testimony } from './task-witness.ts';
import { findTask } from './tasks.store.ts';

/**
 * The task, if it can be worked on at that instant, and what its witness says of it. A task that its witness knows
 * nothing of is not open to anyone, nor is one about a provider that is off.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED
 */
export async function findOpenTask(
  db: Kysely<DB>,
  {
    fanId,
    taskId,
    at,
    timeZone,
    social,
    witnesses,
  }: {
    fanId: number;
    taskId: string;
    at: Date;
    timeZone: string;
    social: Pick<SocialAccounts, 'isOn'>;
    witnesses: readonly TaskWitness[];
  },
): Promise<{ task: Task; testimony: Testimony | undefined }> {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  const window = taskWindow(task, at);
  if (window === 'after') throw new Refusal('TASK_ENDED');
  const occurrences = occurrencesAt(at, timeZone);
  const heard = await hearWitnesses(db, witnesses, { fanId, tasks: [task], occurrences, at });
  const testimony = heard.get(taskId);
  if (window === 'before' || !canBeDone(task, { testimony, social })) throw new Refusal('TASK_NOT_OPEN');
  return { task, testimony };
}
