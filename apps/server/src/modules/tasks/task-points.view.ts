import { type Language, taskTypes } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PendingPoints } from '#/modules/points/index.ts';
import { runCompletionChecks, type CompletionCheck } from './completion-check.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import { readOwnProgress } from './open-task.ts';
import type { SocialAccounts } from './social-accounts.ts';
import { taskStanding } from './task-standing.rules.ts';
import { taskKind } from './task-type.rules.ts';
import type { Task } from './task.ts';
import { listTasks } from './tasks.store.ts';

/**
 * Returns the unclaimed Points of a fan's visits, linked accounts and social actions, by task. Check-ins are absent,
 * because the claim itself earns them.
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
    completionChecks,
  }: {
    fanId: number;
    at: Date;
    language: Language;
    timeZone: string;
    country: string | undefined;
    social: Pick<SocialAccounts, 'isOn' | 'linksOf'>;
    completionChecks: readonly CompletionCheck[];
  },
): Promise<PendingPoints[]> {
  const occurrences = occurrencesAt(at, timeZone);
  const tasks = await listTasks(db, at);
  const ownOf = await readOwnProgress(db, { fanId, occurrences, social });
  const completions = await runCompletionChecks(db, completionChecks, { fanId, tasks, occurrences, at });
  const standingOf = (task: Task) =>
    taskStanding(task, {
      own: ownOf(task),
      completion: completions.get(task.taskId),
      occurrences,
      at,
      country,
      social,
    });
  return tasks
    .filter((task) => taskKind(task) !== 'checkIn')
    .filter((task) => standingOf(task).state === 'completed' && !standingOf(task).obstacle)
    .map((task) => ({ kind: 'task', title: task.title[language], points: task.reward }));
}

/** Returns the task titles for reward keys. Retired tasks keep their titles, because rewards outlive tasks. */
export async function readTaskTitles(
  db: Kysely<DB>,
  { fanId, keys, language }: { fanId: number; keys: readonly string[]; language: Language },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('task_claim')
    .innerJoin('task', 'task.id', 'task_claim.task_id')
    .select((columns) => [
      'task_claim.key',
      columns.ref('task.title').$castTo<Readonly<Record<Language, string>>>().as('title'),
    ])
    .where('task_claim.key', 'in', keys)
    .where('task_claim.fan_id', '=', fanId)
    .execute();
  return new Map(rows.map((row) => [row.key, row.title[language]]));
}

/** The check-ins and other tasks that a fan has claimed within a time; refused claims do not count. */
export async function countClaims(
  db: Kysely<DB>,
  { fanId, from, until }: { fanId: number; from: Date; until: Date },
): Promise<{ readonly checkIn: number; readonly task: number }> {
  const { rows } = await sql<{ checkIn: number; task: number }>`
    select count(*) filter (where t.type_id = any(${taskTypes.checkIn}::integer[])) as "checkIn",
           count(*) filter (where t.type_id <> all(${taskTypes.checkIn}::integer[])) as task
      from task_claim c join task t on t.id = c.task_id
     where c.fan_id = ${fanId} and c.claimed_at >= ${from} and c.claimed_at < ${until}
       and c.state in ('awarded', 'held')`.execute(db);
  return rows[0] ?? { checkIn: 0, task: 0 };
}
