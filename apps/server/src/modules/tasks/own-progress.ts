import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { readAccount } from './account.view.ts';
import { dayBefore, type Occurrences } from './occurrence.rules.ts';
import type { SocialAccounts } from './social-accounts.ts';
import type { Task } from './task.ts';
import type { OwnProgress } from './task-state.rules.ts';
import { listClaims, listDeeds, listVisits } from './tasks.store.ts';

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
  const deeds = await listDeeds(db, { ...scope, occurrences: now });
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
