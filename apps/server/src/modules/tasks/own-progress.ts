import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { dayBefore, type Occurrences } from './occurrence.rules.ts';
import type { Task } from './task.ts';
import type { OwnProgress } from './task-state.rules.ts';
import { listClaims, listVisits } from './tasks.store.ts';

/**
 * Reads what a fan has done, for one task or for all: two queries, however many tasks there are.
 *
 * @returns a function that gives the part of one task.
 */
export async function readOwnProgress(
  db: Kysely<DB>,
  { fanId, taskId, occurrences }: { fanId: number; taskId?: string; occurrences: Occurrences },
): Promise<(task: Task) => OwnProgress> {
  const now = Object.values(occurrences);
  const scope = taskId === undefined ? { fanId } : { fanId, taskId };
  const visits = await listVisits(db, { ...scope, occurrences: now });
  // Yesterday's claim tells which day of its streak today is.
  const claims = await listClaims(db, { ...scope, occurrences: [...now, dayBefore(occurrences.daily)] });
  const visitsByTask = Map.groupBy(visits, (visit) => visit.taskId);
  const claimsByTask = Map.groupBy(claims, (claim) => claim.taskId);
  return (task) => ({
    visits: (visitsByTask.get(task.taskId) ?? []).filter((visit) => visit.occurrence === occurrences[task.period]),
    claims: claimsByTask.get(task.taskId) ?? [],
  });
}
