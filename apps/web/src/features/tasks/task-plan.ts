import type { SearchFold } from '#/lib/search/use-search-fold.ts';
import { isClaimed, asksForAccount, type Task } from './task.ts';

/** The groups of tasks by what a fan does, in the order of the list. */
const groupOrder = ['visit', 'answer', 'join', 'account'] as const;
export type TaskGroup = (typeof groupOrder)[number];

const groups: Readonly<Record<Task['kind'], TaskGroup>> = {
  visit: 'visit',
  quiz: 'answer',
  riddle: 'answer',
  form: 'answer',
  checkIn: 'join',
  luck: 'join',
  stake: 'join',
  video: 'join',
  invite: 'join',
  link: 'account',
  socialAction: 'account',
};

/** About how many seconds the kind takes; a visit lasts as long as it asks. */
const effort: Readonly<Record<Exclude<Task['kind'], 'visit'>, number>> = {
  checkIn: 2,
  luck: 30,
  link: 30,
  socialAction: 30,
  stake: 60,
  quiz: 120,
  form: 180,
  riddle: 300,
  video: 900,
  invite: 1800,
};
/** The seconds to open a link and to come back. */
const secondsOfLink = 5;
const nextCount = 3;

/** Returns what can be done, by group; without empty groups. */
export function groupsOf(
  open: readonly Task[],
): readonly { readonly group: TaskGroup; readonly tasks: readonly Task[] }[] {
  return groupOrder
    .map((group) => ({ group, tasks: open.filter(({ kind }) => groups[kind] === group) }))
    .filter((group) => group.tasks.length > 0);
}

type TasksByState = {
  readonly open: readonly Task[];
  readonly done: readonly Task[];
  /** Tasks that are not open yet, locked or used up. */
  readonly shut: readonly Task[];
};

/** Returns the tasks by what the fan can do about them; each keeps its place. */
export function byStanding(tasks: readonly Task[]): TasksByState {
  const done = tasks.filter((task) => isClaimed(task) || task.awaits === 'review');
  const left = tasks.filter((task) => !done.includes(task));
  const open = left.filter(({ kind, state, notice }) => {
    if (notice) return kind === 'link' && asksForAccount(notice);
    return state === 'available' || state === 'completed';
  });
  return { open, done, shut: left.filter((task) => !open.includes(task)) };
}

/**
 * Returns the three that bring most for least: first rewards to fetch, then visits that have begun, then the most
 * Points for a second of effort; of equals the larger reward. The check-in has its own card.
 */
export function nextTasks(open: readonly Task[], nowMs: number): readonly Task[] {
  return open
    .filter(({ endsAt, awaits, streak }) => !awaits && !streak && (!endsAt || Date.parse(endsAt) > nowMs))
    .toSorted((one, other) => rank(one) - rank(other) || worth(other) - worth(one) || other.reward - one.reward)
    .slice(0, nextCount);
}

function rank({ state, links = [] }: Task): number {
  if (state === 'completed') return 0;
  return links.some(({ viewed }) => viewed) ? 1 : 2;
}

/** Returns the Points for a second of effort. */
function worth({ kind, reward, links = [], dwellSeconds = 0 }: Task): number {
  return reward / (kind === 'visit' ? Math.max(links.length, 1) * (secondsOfLink + dwellSeconds) : effort[kind]);
}

/** Returns the tasks whose title or description contains every typed word; all tasks for an empty search. */
export function findTasks(tasks: readonly Task[], keyword: string, fold: SearchFold): readonly Task[] {
  const words = fold(keyword).split(/\s+/).filter(Boolean);
  return tasks.filter(({ title, description }) => {
    const text = fold(`${title} ${description}`);
    return words.every((word) => text.includes(word));
  });
}
