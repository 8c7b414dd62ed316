import { type Contract, type DataOf, type Language, taskTabs, taskTypes } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { addDays, weekdayOf } from '#/lib/local-date.ts';
import type { PendingPoints } from '#/modules/points/index.ts';
import { type Completion, type CompletionCheck, runCompletionChecks, type SocialAccounts } from './completion-check.ts';
import { noticeOf } from './obstacle.rules.ts';
import { readOwnProgress } from './open-task.ts';
import {
  claimableAt,
  dwellSecondsOf,
  findVisit,
  type OwnProgress,
  taskStanding,
  type TaskStanding,
} from './task-standing.rules.ts';
import { nextOccurrenceStart, occurrencesAt, type Task, taskKind } from './task.rules.ts';
import { listTasks } from './tasks.store.ts';

type TaskList = DataOf<Contract['POST /task/api/v1/task/getTasksList']>;
type ShownTask = NonNullable<TaskList[keyof TaskList]>[number];

/** Returns the tasks by tab, in the contract's order; a tab without tasks is absent. */
export async function readTaskList(
  db: Kysely<DB>,
  {
    fanId,
    language,
    at,
    timeZone,
    country,
    social,
    completionChecks,
  }: {
    fanId: number | undefined;
    language: Language;
    at: Date;
    country: string | undefined;
    timeZone: string;
    social: Pick<SocialAccounts, 'isOn' | 'linksOf'>;
    completionChecks: readonly CompletionCheck[];
  },
): Promise<TaskList> {
  const occurrences = occurrencesAt(at, timeZone);
  const tasks = await listTasks(db, at);
  const ownOf = fanId === undefined ? undefined : await readOwnProgress(db, { fanId, occurrences, social });
  const completions = await runCompletionChecks(db, completionChecks, { fanId, tasks, occurrences, at });
  const checkIns = await readCheckInDays(db, { fanId, tasks, today: occurrences.daily });
  const byTab = Map.groupBy(tasks, (task) => task.tab);

  const list: TaskList = {};
  for (const tab of taskTabs) {
    const shown = byTab.get(tab)?.map((task) => {
      const own = ownOf?.(task);
      const completion = completions.get(task.taskId);
      const standing = taskStanding(task, { own, completion, occurrences, at, country, social });
      return showTask(task, {
        own,
        completion,
        standing,
        language,
        resetsAt: resetOf(task, { at, timeZone }),
        calendar: { today: occurrences.daily, claimed: [...(checkIns.get(task.taskId) ?? [])] },
      });
    });
    if (shown) list[tab] = shown;
  }
  return list;
}

/** Returns when the next occurrence begins, unless the task ends before. */
function resetOf(task: Task, { at, timeZone }: { at: Date; timeZone: string }): Date | undefined {
  const next = nextOccurrenceStart(task.period, at, timeZone);
  return next && task.endsAt && next >= task.endsAt ? undefined : next;
}

function showTask(
  task: Task,
  shown: {
    own: OwnProgress | undefined;
    completion: Completion | undefined;
    standing: TaskStanding;
    language: Language;
    resetsAt: Date | undefined;
    calendar: NonNullable<ShownTask['calendar']>;
  },
): ShownTask {
  const { state, streak, obstacle } = shown.standing;
  return {
    taskId: task.taskId,
    typeId: task.typeId,
    kind: taskKind(task),
    tab: task.tab,
    title: task.title[shown.language],
    description: task.description[shown.language],
    reward: shown.standing.reward,
    period: task.period,
    state,
    ...(obstacle && { notice: noticeOf(obstacle, shown.language) }),
    ...(state === 'available' && shown.completion?.awaits && { awaits: shown.completion.awaits }),
    // The links of a waiting task are secret.
    ...(taskKind(task) === 'visit' && state !== 'stayTuned' && showVisits(task, shown)),
    ...(shown.completion?.progress && { progress: shown.completion.progress }),
    ...(shown.completion?.pendingPoints && { pendingPoints: shown.completion.pendingPoints }),
    ...(streak && { streak: { ...streak, rewards: [...streak.rewards] }, calendar: shown.calendar }),
    ...(task.activityId !== null && { activityId: task.activityId }),
    ...(task.opensAt && { opensAt: task.opensAt.toISOString() }),
    ...(task.endsAt && { endsAt: task.endsAt.toISOString() }),
    ...(shown.resetsAt && { resetsAt: shown.resetsAt.toISOString() }),
  };
}

function showVisits(
  task: Task,
  { own, standing, language }: { own: OwnProgress | undefined; standing: TaskStanding; language: Language },
) {
  const { visited, state } = standing;
  return {
    links: task.links.map((link) => {
      const visit = findVisit(own?.visits ?? [], link);
      return {
        linkType: link.linkType,
        label: link.label[language],
        url: link.url,
        viewed: visit !== undefined,
        ...(visit && { doneAt: claimableAt(task, visit.viewedAt).toISOString() }),
      };
    }),
    dwellSeconds: dwellSecondsOf(task),
    ...(state === 'available' && visited.runningUntil && { claimableAt: visited.runningUntil.toISOString() }),
    ...(visited.total > 1 && { progress: { done: visited.done, total: visited.total } }),
  };
}

/** Whole weeks a calendar shows before the current one. */
const weeksBefore = 4;

/**
 * Returns the days of a fan's check-ins by task, from the Monday four weeks before this week. The query names each day,
 * so that it uses the primary key of claims.
 */
async function readCheckInDays(
  db: Kysely<DB>,
  { fanId, tasks, today }: { fanId: number | undefined; tasks: readonly Task[]; today: string },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const taskIds = tasks.filter((task) => taskKind(task) === 'checkIn').map((task) => task.taskId);
  if (fanId === undefined || taskIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('task_claim')
    .select(['task_id as taskId', 'occurrence'])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', calendarDays(today))
    .where('task_id', 'in', taskIds)
    .where('state', '<>', 'refused')
    .orderBy('occurrence')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.taskId)].map(([taskId, days]) => [taskId, days.map((day) => day.occurrence)]),
  );
}

/** Returns the days of a calendar: whole weeks from a Monday on, up to today. */
function calendarDays(today: string): readonly string[] {
  const days = weeksBefore * 7 + weekdayOf(today);
  return Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
}

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

/** Counts the check-ins and other tasks that a fan has claimed within a time; refused claims do not count. */
export async function countClaims(
  db: Kysely<DB>,
  { fanId, from, until }: { fanId: number; from: Date; until: Date },
): Promise<{ readonly checkIn: number; readonly task: number }> {
  return db
    .selectFrom('task_claim')
    .innerJoin('task', 'task.id', 'task_claim.task_id')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('task.type_id', 'in', taskTypes.checkIn).as('checkIn'),
      fn.countAll<number>().filterWhere('task.type_id', 'not in', taskTypes.checkIn).as('task'),
    ])
    .where('task_claim.fan_id', '=', fanId)
    .where('task_claim.claimed_at', '>=', from)
    .where('task_claim.claimed_at', '<', until)
    .where('task_claim.state', 'in', ['awarded', 'held'])
    .executeTakeFirstOrThrow();
}
