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

/** Returns the tabs that the answer has, in order; a tab without tasks is absent. */
export function presentTabs(tasks: TasksByTab): readonly TaskTab[] {
  return tabOrder.filter((tab) => (tasks[tab]?.length ?? 0) > 0);
}

/** Returns every task, tab by tab. */
export function allTasks(tasks: TasksByTab): readonly Task[] {
  return presentTabs(tasks).flatMap((tab) => tasks[tab] ?? []);
}

/** Returns the tasks of one tab, or of all of them. */
export function tasksOf(tasks: TasksByTab, tab: TaskTab | 'all'): readonly Task[] {
  return tab === 'all' ? allTasks(tasks) : (tasks[tab] ?? []);
}

/** Tells whether it is an action at X with the linked account: follow, repost, like. */
export function isSocialAction({ typeId }: Pick<Task, 'typeId'>): boolean {
  return typeId === 8 || typeId === 9 || typeId === 10;
}

/** Returns the site whose account the task requires. */
export function siteOf({ typeId }: Pick<Task, 'typeId'>): string {
  return typeId === 102 ? 'Discord' : 'X';
}

/** The daily check-in is the task that keeps a streak; it has its own card. */
export function checkInOf(tasks: TasksByTab): Task | undefined {
  return allTasks(tasks).find((task) => task.streak !== undefined);
}

export type TaskProgress = { readonly done: number; readonly total: number; readonly pointsLeft: number };

/** Returns how far the fan has come with what can be done now; tasks still to come and locked ones do not count. */
export function taskProgress(tasks: TasksByTab): TaskProgress {
  const countable = allTasks(tasks).filter(({ state }) => state !== 'stayTuned' && state !== 'unlicensed');
  const open = countable.filter(({ state, notice }) => state !== 'awarded' && notice?.reason !== 'held');
  return {
    done: countable.length - open.length,
    total: countable.length,
    pointsLeft: open.filter(isEarnable).reduce((sum, task) => sum + nextReward(task), 0),
  };
}

/** Tells whether the fan can earn it today: not if a reviewer decides, a budget is used up or a claim was refused. */
function isEarnable({ notice, awaits }: Task): boolean {
  if (awaits === 'review') return false;
  return notice === undefined || asksForAccount(notice);
}

/** Tells whether it is done at X or Discord, or by linking an account there, which is one press away. */
export function asksForAccount({ reason }: NonNullable<Task['notice']>): boolean {
  return reason === 'bindTwitter' || reason === 'bindDiscord';
}

/** Returns what the task pays next: the streak's day, or its reward. */
export function nextReward(task: Task): number {
  return task.streak ? (task.streak.rewards[task.streak.day - 1] ?? task.reward) : task.reward;
}

/** Orders tasks by urgency: rewards to fetch, then what can be done, then the rest. */
export function mostUrgentFirst(tasks: readonly Task[]): readonly Task[] {
  const order: Record<Task['state'], number> = { completed: 0, available: 1, stayTuned: 2, unlicensed: 3, awarded: 4 };
  const place = ({ state, notice, awaits }: Task) =>
    notice?.reason === 'held' || awaits === 'review' ? order.stayTuned : order[state];
  return tasks.toSorted((one, other) => place(one) - place(other));
}

/** The one thing that a task's card offers, or why it offers nothing. */
export type TaskAction =
  | { readonly kind: 'checkIn' }
  | { readonly kind: 'go' }
  | { readonly kind: 'dwell'; readonly claimableAt: string }
  | { readonly kind: 'claim' }
  | { readonly kind: 'link' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'stayTuned' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'awarded' }
  /** Passed and claimed, also if the claim is held or refused. */
  | { readonly kind: 'answers' }
  /** Its notice has the whole text. */
  | { readonly kind: 'noticed' };

/**
 * Derives the action from the task's state at `nowMs` of the server's clock: a visit becomes claimable after its dwell
 * time, and a task ends. The server decides at the claim.
 */
export function taskAction(task: Task, nowMs: number): TaskAction {
  if (task.kind === 'quiz' && isClaimed(task)) return { kind: 'answers' };
  if (task.state === 'awarded') return { kind: 'awarded' };
  if (task.endsAt && nowMs >= Date.parse(task.endsAt)) return { kind: 'ended' };
  if (task.notice && !asksForAccount(task.notice)) return { kind: 'noticed' };
  if (task.state === 'stayTuned') return isOpening(task, nowMs) ? { kind: 'opening' } : { kind: 'stayTuned' };
  if (task.state === 'unlicensed') return task.notice ? { kind: 'link' } : { kind: 'locked' };
  if (task.streak) return task.streak.claimedToday ? { kind: 'awarded' } : { kind: 'checkIn' };
  if (task.state === 'completed') return { kind: 'claim' };
  if (task.kind === 'visit') return visitAction(task, nowMs);
  return { kind: 'go' };
}

/** Tells whether the reward was claimed, also if the claim is held or refused. */
export function isClaimed({ state, notice }: Pick<Task, 'state' | 'notice'>): boolean {
  return state === 'awarded' || notice?.reason === 'held' || notice?.reason === 'refused';
}

function visitAction({ links = [], claimableAt }: Task, nowMs: number): TaskAction {
  if (links.some(({ viewed }) => !viewed) || !claimableAt) return { kind: 'go' };
  return nowMs < Date.parse(claimableAt) ? { kind: 'dwell', claimableAt } : { kind: 'claim' };
}

/** The delay after the client's clock before a refetch, because clocks differ a little. */
const graceMs = 400;
/** The delay of a second refetch when the server does not know of the change yet. */
const retryMs = 2000;
/** The time for which a task may still be shut after its opening; then something else than the clock keeps it so. */
const openingMs = 30_000;
/** The longest that a timer of the browser waits. */
const longestMs = 2_147_483_647;

/** Returns the next time in milliseconds at which a card changes without a refetch; undefined when there is none. */
export function nextChangeMs(task: Task, nowMs: number): number | undefined {
  const { opensAt, claimableAt, endsAt, state, resetsAt } = task;
  const changes = [opensAt, claimableAt, endsAt, state === 'awarded' ? resetsAt : undefined];
  const ahead = changes.flatMap((change) => (change && Date.parse(change) > nowMs ? [Date.parse(change)] : []));
  const opensMs = awaitedOpeningMs(task, nowMs);
  if (opensMs !== undefined) ahead.push(opensMs + openingMs);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

/** Tells whether a task has just opened and the list is being refetched. */
export function isOpening(task: Task, nowMs: number): boolean {
  const opensMs = awaitedOpeningMs(task, nowMs);
  return opensMs !== undefined && nowMs >= opensMs;
}

/** Returns when a task opens that waits only for its time, in milliseconds; undefined for any other. */
function awaitedOpeningMs({ state, opensAt, notice }: Task, nowMs: number): number | undefined {
  if (state !== 'stayTuned' || !opensAt || notice) return undefined;
  const opensMs = Date.parse(opensAt);
  return nowMs < opensMs + openingMs ? opensMs : undefined;
}

/**
 * Returns how long until the list must be refetched: a task opens, or a day or week of tasks ends. A task that ends
 * needs no new list. False when nothing changes with time.
 */
export function untilNewListMs(tasks: TasksByTab | undefined, nowMs: number): number | false {
  if (!tasks) return false;
  const changes = allTasks(tasks)
    .flatMap((task) => [awaitedOpeningMs(task, nowMs), task.resetsAt ? Date.parse(task.resetsAt) : undefined])
    .filter((change) => change !== undefined);
  if (changes.length === 0) return false;
  const waitMs = Math.min(...changes) - nowMs;
  return waitMs > 0 ? Math.min(waitMs + graceMs, longestMs) : retryMs;
}

/** Returns when the tasks of a period reset next, by the list. */
export function nextReset(tasks: TasksByTab, period: Task['period']): string | undefined {
  return allTasks(tasks)
    .flatMap((task) => (task.period === period && task.resetsAt ? [task.resetsAt] : []))
    .toSorted()[0];
}

/** The props of every sheet of a task. */
export type TaskSheetProps = {
  task: Task;
  onClose: () => void;
  /** Takes the Points that were really paid. */
  onPaid: (points: number) => void;
};
