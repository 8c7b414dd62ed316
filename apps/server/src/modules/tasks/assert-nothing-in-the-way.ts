import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import { readOwnProgress } from './own-progress.ts';
import type { SocialAccounts } from './social-accounts.ts';
import type { Task } from './task.ts';
import { taskStanding } from './task-state.rules.ts';

/** Who wants to do a task, when, and from where as far as it is known. */
export type Attempt = {
  readonly fanId: number;
  readonly at: Date;
  readonly timeZone: string;
  readonly country: string | undefined;
  readonly social: Pick<SocialAccounts, 'isOn' | 'linksOf'>;
};

/**
 * Looks before a fan does a task elsewhere whether its reward could be theirs: by the rule that its claim goes by, so that
 * nobody works for what they will be refused. That the task can be done at all the caller knows, who is its witness.
 *
 * @throws Refusal TASK_SOLD_OUT, TASK_ACCOUNT_TOO_NEW, TASK_LEVEL_TOO_LOW, TASK_REGION_CLOSED, CLAIM_HELD, CLAIM_REFUSED
 */
export async function assertNothingInTheWay(db: Kysely<DB>, task: Task, attempt: Attempt): Promise<void> {
  const { fanId, at, timeZone, country, social } = attempt;
  const occurrences = occurrencesAt(at, timeZone);
  const ownOf = await readOwnProgress(db, { fanId, taskId: task.taskId, occurrences, social });
  const { obstacle } = taskStanding(task, {
    own: ownOf(task),
    testimony: { state: 'available' },
    occurrences,
    at,
    country,
    social,
  });
  if (obstacle) throw obstacle.refusal;
}
