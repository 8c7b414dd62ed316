import { allTasks, type Task, type TasksByTab } from './task.ts';

/** The delay after the client's clock before a refetch, because clocks differ a little. */
const graceMs = 400;
/** The delay of a second refetch when the server does not know of the change yet. */
const retryMs = 2000;
/** How long after its time a task may still be shut; after that something else than the clock keeps it so. */
const openingMs = 30_000;
/** The longest that a timer of the browser waits. */
const longestMs = 2_147_483_647;

/** The next time in milliseconds at which a card changes without a refetch; undefined when there is none. */
export function nextChangeMs(task: Task, nowMs: number): number | undefined {
  const { opensAt, claimableAt, endsAt, state, resetsAt } = task;
  const changes = [opensAt, claimableAt, endsAt, state === 'awarded' ? resetsAt : undefined];
  const ahead = changes.flatMap((change) => (change && Date.parse(change) > nowMs ? [Date.parse(change)] : []));
  const opensMs = awaitedOpeningMs(task, nowMs);
  if (opensMs !== undefined) ahead.push(opensMs + openingMs);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

/** Whether a task has just opened and the list is being refetched. */
export function isOpening(task: Task, nowMs: number): boolean {
  const opensMs = awaitedOpeningMs(task, nowMs);
  return opensMs !== undefined && nowMs >= opensMs;
}

/** When a task opens that waits for nothing but its time, in milliseconds; undefined for any other. */
function awaitedOpeningMs({ state, opensAt, notice }: Task, nowMs: number): number | undefined {
  if (state !== 'stayTuned' || !opensAt || notice) return undefined;
  const opensMs = Date.parse(opensAt);
  return nowMs < opensMs + openingMs ? opensMs : undefined;
}

/**
 * When the list must be refetched: a task opens, or a day or week of tasks ends. A task that ends needs no new list. False
 * when nothing changes with time.
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

/** When the tasks of a period reset next, by the list. */
export function nextReset(tasks: TasksByTab, period: Task['period']): string | undefined {
  return allTasks(tasks)
    .flatMap((task) => (task.period === period && task.resetsAt ? [task.resetsAt] : []))
    .toSorted()[0];
}
