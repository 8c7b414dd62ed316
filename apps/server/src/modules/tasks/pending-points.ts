import type { Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PendingPoints } from '#/modules/points/index.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import { readOwnProgress } from './own-progress.ts';
import type { SocialAccounts } from './social-accounts.ts';
import type { Task } from './task.ts';
import { taskStanding } from './task-state.rules.ts';
import { hearWitnesses, type TaskWitness } from './task-witness.ts';
import { taskKind } from './task-type.rules.ts';
import { listTasks } from './tasks.store.ts';

/**
 * The Points a fan has earned by visits, linked accounts and deeds but not claimed yet, by task. A check-in is not among
 * them: claiming it is what earns it.
 */
export async function readPendingTaskPoints(
  db: Kysely<DB>,
  {
    fanId,
    at,
    language,
    timeZone,
    country,
    social,
    witnesses,
  }: {
    fanId: number;
    at: Date;
    language: Language;
    timeZone: string;
    country: string | undefined;
    social: Pick<SocialAccounts, 'isOn' | 'linksOf'>;
    witnesses: readonly TaskWitness[];
  },
): Promise<PendingPoints[]> {
  const occurrences = occurrencesAt(at, timeZone);
  const tasks = await listTasks(db, at);
  const ownOf = await readOwnProgress(db, { fanId, occurrences, social });
  const heard = await hearWitnesses(db, witnesses, { fanId, tasks, occurrences, at });
  const standingOf = (task: Task) =>
    taskStanding(task, { own: ownOf(task), testimony: heard.get(task.taskId), occurrences, at, country, social });
  return tasks
    .filter((task) => taskKind(task) !== 'checkIn')
    .filter((task) => standingOf(task).state === 'completed' && !standingOf(task).obstacle)
    .map((task) => ({ kind: 'task', title: task.title[language], points: task.reward }));
}
