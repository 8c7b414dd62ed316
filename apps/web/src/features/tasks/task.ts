import type { Contract, DataOf } from '@lightstick/contract';

export type TasksByTab = DataOf<Contract['POST /task/api/v1/task/getTasksList']>;
export type TaskTab = keyof TasksByTab;
export type Task = NonNullable<TasksByTab[TaskTab]>[number];
export type Streak = NonNullable<Task['streak']>;

/** The tabs in the specification's order. */
export const tabOrder: readonly TaskTab[] = [
  'visitingTasks',
  'luckyTasks',
  'supportTasks',
  'promotionalTasks',
  'bindTasks',
  'twitterTasks',
  'discordTasks',
];

/** The tabs that the answer has, in order; a tab without tasks is absent. */
export function presentTabs(tasks: TasksByTab): readonly TaskTab[] {
  return tabOrder.filter((tab) => (tasks[tab]?.length ?? 0) > 0);
}

/** Every task, tab by tab. */
export function allTasks(tasks: TasksByTab): readonly Task[] {
  return presentTabs(tasks).flatMap((tab) => tasks[tab] ?? []);
}

/** The tasks of one tab, or of all of them. */
export function tasksOf(tasks: TasksByTab, tab: TaskTab | 'all'): readonly Task[] {
  return tab === 'all' ? allTasks(tasks) : (tasks[tab] ?? []);
}

/** Actions at X with the linked account: follow, repost, like. */
export function isSocialAction({ typeId }: Pick<Task, 'typeId'>): boolean {
  return typeId === 8 || typeId === 9 || typeId === 10;
}

/** The site whose account the task requires. */
export function siteOf({ typeId }: Pick<Task, 'typeId'>): string {
  return typeId === 102 ? 'Discord' : 'X';
}

/** The daily check-in is the task that keeps a streak; it has a card of its own. */
export function checkInOf(tasks: TasksByTab): Task | undefined {
  return allTasks(tasks).find((task) => task.streak !== undefined);
}

export type TaskProgress = { readonly done: number; readonly total: number; readonly pointsLeft: number };

/** How far the fan has come with what can be done now; tasks still to come and locked ones do not count. */
export function taskProgress(tasks: TasksByTab): TaskProgress {
  const countable = allTasks(tasks).filter(({ state }) => state !== 'stayTuned' && state !== 'unlicensed');
  const open = countable.filter(({ state, notice }) => state !== 'awarded' && notice?.reason !== 'held');
  return {
    done: countable.length - open.length,
    total: countable.length,
    pointsLeft: open.filter(isEarnable).reduce((sum, task) => sum + nextReward(task), 0),
  };
}

/** Whether the fan can earn it today: not if a reviewer decides, a budget is used up or a claim was refused. */
function isEarnable({ notice, awaits }: Task): boolean {
  if (awaits === 'review') return false;
  return notice === undefined || asksForAccount(notice);
}

/** Done at X or Discord, or by linking an account there, which is one press away. */
export function asksForAccount({ reason }: NonNullable<Task['notice']>): boolean {
  return reason === 'bindTwitter' || reason === 'bindDiscord';
}

/** What the task pays next: the streak's day, or its reward. */
export function nextReward(task: Task): number {
  return task.streak ? (task.streak.rewards[task.streak.day - 1] ?? task.reward) : task.reward;
}

/** What needs the fan first: rewards to fetch, then what can be done, then the rest. */
export function mostUrgentFirst(tasks: readonly Task[]): readonly Task[] {
  const order: Record<Task['state'], number> = { completed: 0, available: 1, stayTuned: 2, unlicensed: 3, awarded: 4 };
  const place = ({ state, notice, awaits }: Task) =>
    notice?.reason === 'held' || awaits === 'review' ? order.stayTuned : order[state];
  return tasks.toSorted((one, other) => place(one) - place(other));
}
