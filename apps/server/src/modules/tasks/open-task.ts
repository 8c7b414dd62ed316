import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { runCompletionChecks, type CompletionCheck, type Completion } from './completion-check.ts';
import { occurrencesAt, dayBefore, type Occurrences } from './occurrence.rules.ts';
import type { SocialAccounts } from './social-accounts.ts';
import { canBeDone, taskWindow, type OwnProgress, taskStanding } from './task-standing.rules.ts';
import type { Task } from './task.ts';
import { findTask, readAccount, listClaims, listSocialActions, listVisits } from './tasks.store.ts';

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
    witnesses: readonly CompletionCheck[];
  },
): Promise<{ task: Task; testimony: Completion | undefined }> {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  const window = taskWindow(task, at);
  if (window === 'after') throw new Refusal('TASK_ENDED');
  const occurrences = occurrencesAt(at, timeZone);
  const heard = await runCompletionChecks(db, witnesses, { fanId, tasks: [task], occurrences, at });
  const testimony = heard.get(taskId);
  if (window === 'before' || !canBeDone(task, { testimony, social })) throw new Refusal('TASK_NOT_OPEN');
  return { task, testimony };
}

/**
 * Reads what a fan has done, for one task or for all: five queries, however many tasks there are.
 *
 * @returns a function that gives the part of one task.
 */
export async function readOwnProgress(
  db: Kysely<DB>,
  {
    fanId,
    taskId,
    occurrences,
    social,
  }: { fanId: number; taskId?: string; occurrences: Occurrences; social: Pick<SocialAccounts, 'linksOf'> },
): Promise<(task: Task) => OwnProgress> {
  const now = Object.values(occurrences);
  const scope = taskId === undefined ? { fanId } : { fanId, taskId };
  const visits = await listVisits(db, { ...scope, occurrences: now });
  // Yesterday's claim tells which day of its streak today is.
  const claims = await listClaims(db, { ...scope, occurrences: [...now, dayBefore(occurrences.daily)] });
  const deeds = await listSocialActions(db, { ...scope, occurrences: now });
  const links = await social.linksOf(db, fanId);
  const account = await readAccount(db, fanId);
  const visitsByTask = Map.groupBy(visits, (visit) => visit.taskId);
  const claimsByTask = Map.groupBy(claims, (claim) => claim.taskId);
  const deedsByTask = Map.groupBy(deeds, (deed) => deed.taskId);
  return (task) => ({
    visits: (visitsByTask.get(task.taskId) ?? []).filter((visit) => visit.occurrence === occurrences[task.period]),
    claims: claimsByTask.get(task.taskId) ?? [],
    deedSeenThrough: deedsByTask.get(task.taskId)?.find((deed) => deed.occurrence === occurrences[task.period])?.linkId,
    links,
    account,
  });
}

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
export async function assertRewardable(db: Kysely<DB>, task: Task, attempt: Attempt): Promise<void> {
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
