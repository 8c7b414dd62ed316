import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type Completion, type CompletionCheck, runCompletionChecks, type SocialAccounts } from './completion-check.ts';
import { dayBefore, type LinkType, type Occurrences, occurrencesAt, type Task, taskKind } from './task.rules.ts';
import {
  canBeDone,
  claimableAt,
  dwellSecondsOf,
  type OwnProgress,
  taskStanding,
  taskWindow,
} from './task-standing.rules.ts';
import { findTask, listClaims, listSocialActions, listVisits, readAccount, recordVisit } from './tasks.store.ts';

/** The caller, the time, and the country if known. */
export type Attempt = {
  readonly fanId: number;
  readonly at: Date;
  readonly timeZone: string;
  readonly country: string | undefined;
  readonly social: Pick<SocialAccounts, 'isOn' | 'linksOf'>;
};

/** An open task and the result of its completion check. */
type OpenTask = { readonly task: Task; readonly completion: Completion | undefined };

/** Finds an open task. A task that its completion check omits, or whose provider is off, is not open. */
export async function findOpenTask(
  db: Kysely<DB>,
  taskId: string,
  {
    fanId,
    at,
    timeZone,
    social,
    completionChecks,
  }: Pick<Attempt, 'fanId' | 'at' | 'timeZone'> & {
    readonly social: Pick<SocialAccounts, 'isOn'>;
    readonly completionChecks: readonly CompletionCheck[];
  },
): Promise<OpenTask> {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  const window = taskWindow(task, at);
  if (window === 'after') throw new Refusal('TASK_ENDED');
  const occurrences = occurrencesAt(at, timeZone);
  const completions = await runCompletionChecks(db, completionChecks, { fanId, tasks: [task], occurrences, at });
  const completion = completions.get(taskId);
  if (window === 'before' || !canBeDone(task, { completion, social })) throw new Refusal('TASK_NOT_OPEN');
  return { task, completion };
}

/** Returns a fan's standing with an open task in the current occurrence. */
export async function readStanding(db: Kysely<DB>, { task, completion }: OpenTask, attempt: Attempt) {
  const { fanId, at, timeZone, country, social } = attempt;
  const occurrences = occurrencesAt(at, timeZone);
  const ownOf = await readOwnProgress(db, { fanId, taskId: task.taskId, occurrences, social });
  const own = ownOf(task);
  const standing = taskStanding(task, { own, completion, occurrences, at, country, social });
  return { own, standing, occurrences, occurrence: occurrences[task.period] };
}

/**
 * Refuses to start a task whose claim would be refused, so that no fan works without a reward. The calling module
 * checks whether the task can be done at all.
 */
export async function assertRewardable(db: Kysely<DB>, task: Task, attempt: Attempt): Promise<void> {
  const { standing } = await readStanding(db, { task, completion: { state: 'available' } }, attempt);
  if (standing.obstacle) throw standing.obstacle.refusal;
}

/**
 * Reads a fan's progress for one or all tasks in five queries.
 *
 * @returns a function that selects the part of one task.
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
  // Yesterday's claim determines today's day of the streak.
  const claims = await listClaims(db, { ...scope, occurrences: [...now, dayBefore(occurrences.daily)] });
  const actions = await listSocialActions(db, { ...scope, occurrences: now });
  const links = await social.linksOf(db, fanId);
  const account = await readAccount(db, fanId);
  const visitsByTask = Map.groupBy(visits, (visit) => visit.taskId);
  const claimsByTask = Map.groupBy(claims, (claim) => claim.taskId);
  const actionsByTask = Map.groupBy(actions, (action) => action.taskId);
  return (task) => ({
    visits: (visitsByTask.get(task.taskId) ?? []).filter((visit) => visit.occurrence === occurrences[task.period]),
    claims: claimsByTask.get(task.taskId) ?? [],
    actionSeenThrough: actionsByTask.get(task.taskId)?.find((action) => action.occurrence === occurrences[task.period])
      ?.linkId,
    links,
    account,
  });
}

type ViewIntent = Attempt & { readonly taskId: string; readonly linkType: LinkType };

/**
 * Starts the visit of a link by the server's clock. A repeat in the same occurrence keeps the first start, so that a
 * second look does not restart the wait.
 */
export async function confirmView(tx: Transaction<DB>, { taskId, linkType, ...attempt }: ViewIntent) {
  const { task } = await findOpenTask(tx, taskId, { ...attempt, completionChecks: [] });
  if (taskKind(task) !== 'visit' || !task.links.some((link) => link.linkType === linkType))
    throw new Refusal('TASK_LINK_UNKNOWN');

  const { standing, occurrence } = await readStanding(tx, { task, completion: undefined }, attempt);
  if (standing.obstacle) throw standing.obstacle.refusal;
  if (standing.state === 'awarded') throw new Refusal('TASK_ALREADY_AWARDED');

  const { fanId, at } = attempt;
  const viewedAt = await recordVisit(tx, { fanId, taskId, occurrence, linkType, viewedAt: at });
  return { taskId, linkType, viewedAt, claimableAt: claimableAt(task, viewedAt), dwellSeconds: dwellSecondsOf(task) };
}
