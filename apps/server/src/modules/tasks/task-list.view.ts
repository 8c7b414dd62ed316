import { type Contract, type DataOf, type Language, taskTabs } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { nextOccurrenceStart, occurrencesAt } from './occurrence.rules.ts';
import { readOwnProgress } from './own-progress.ts';
import { streakReward } from './streak.rules.ts';
import type { Task } from './task.ts';
import { type OwnProgress, taskStanding, type TaskStanding } from './task-state.rules.ts';
import { taskKind } from './task-type.rules.ts';
import { listTasks } from './tasks.store.ts';
import { dwellSecondsOf, findVisit } from './visit.rules.ts';

type TaskList = DataOf<Contract['POST /task/api/v1/task/getTasksList']>;
type ShownTask = NonNullable<TaskList[keyof TaskList]>[number];

/** The tasks by tab, in the contract's order of tabs; a tab without tasks is absent. */
export async function readTaskList(
  db: Kysely<DB>,
  { fanId, language, at, timeZone }: { fanId: number | undefined; language: Language; at: Date; timeZone: string },
): Promise<TaskList> {
  const occurrences = occurrencesAt(at, timeZone);
  const tasks = await listTasks(db, at);
  const ownOf = fanId === undefined ? undefined : await readOwnProgress(db, { fanId, occurrences });
  const byTab = Map.groupBy(tasks, (task) => task.tab);

  const list: TaskList = {};
  for (const tab of taskTabs) {
    const shown = byTab.get(tab)?.map((task) => {
      const own = ownOf?.(task);
      const standing = taskStanding(task, { own, occurrences, at });
      return showTask(task, { own, standing, language, resetsAt: resetOf(task, standing, { at, timeZone }) });
    });
    if (shown) list[tab] = shown;
  }
  return list;
}

/** When an awarded task can be done again, unless it ends before. */
function resetOf(
  task: Task,
  { state }: TaskStanding,
  { at, timeZone }: { at: Date; timeZone: string },
): Date | undefined {
  if (state !== 'awarded') return undefined;
  const next = nextOccurrenceStart(task.period, at, timeZone);
  return next && task.endsAt && next >= task.endsAt ? undefined : next;
}

function showTask(
  task: Task,
  shown: {
    own: OwnProgress | undefined;
    standing: TaskStanding;
    language: Language;
    resetsAt: Date | undefined;
  },
): ShownTask {
  const { state, streak } = shown.standing;
  return {
    taskId: task.taskId,
    typeId: task.typeId,
    tab: task.tab,
    title: task.title[shown.language],
    description: task.description[shown.language],
    reward: streak ? streakReward(streak) : task.reward,
    period: task.period,
    state,
    // What a task that waits will link to is nobody's to know yet.
    ...(taskKind(task) === 'visit' && state !== 'stayTuned' && showVisits(task, shown)),
    ...(streak && { streak: { ...streak, rewards: [...streak.rewards] } }),
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
    links: task.links.map((link) => ({
      linkType: link.linkType,
      label: link.label[language],
      url: link.url,
      viewed: findVisit(own?.visits ?? [], link) !== undefined,
    })),
    dwellSeconds: dwellSecondsOf(task),
    ...(state === 'available' && visited.runningUntil && { claimableAt: visited.runningUntil.toISOString() }),
    ...(visited.total > 1 && { progress: { done: visited.done, total: visited.total } }),
  };
}
