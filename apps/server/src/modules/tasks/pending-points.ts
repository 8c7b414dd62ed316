import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import { readOwnProgress } from './own-progress.ts';
import { taskStanding } from './task-state.rules.ts';
import { taskKind } from './task-type.rules.ts';
import { listTasks } from './tasks.store.ts';

/**
 * The Points a fan has earned by visits but not claimed yet. A check-in is not among them: claiming it is what earns it.
 */
export async function readPendingTaskPoints(
  db: Kysely<DB>,
  { fanId, at, timeZone }: { fanId: number; at: Date; timeZone: string },
): Promise<number> {
  const occurrences = occurrencesAt(at, timeZone);
  const tasks = await listTasks(db, at);
  const ownOf = await readOwnProgress(db, { fanId, occurrences });
  return tasks
    .filter((task) => taskKind(task) === 'visit')
    .filter((task) => taskStanding(task, { own: ownOf(task), occurrences, at }).state === 'completed')
    .reduce((sum, task) => sum + task.reward, 0);
}
