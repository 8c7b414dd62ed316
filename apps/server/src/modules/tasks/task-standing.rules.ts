import type { taskState } from '@lightstick/contract';
import type { Account } from './tasks.store.ts';
import type { Completion } from './completion-check.ts';
import { type Obstacle, obstacleOfClaim, soldOut, unmetDemand } from './obstacle.rules.ts';
import { dayBefore, type Occurrences } from './occurrence.rules.ts';
import type { SocialAccounts, SocialLinks } from './social-accounts.ts';
import { hasCompletionCheck, needsConfirmedView, providerOf, taskKind } from './task-type.rules.ts';
import type { Claim, Task, Visit, TaskLink } from './task.ts';

/** `completed` is done and waits to be claimed; `awarded` was claimed in this occurrence. */
type TaskState = (typeof taskState)['options'][number];

/** What a fan has done for one task: its visits in this occurrence, and its claims in this occurrence and yesterday. */
export type OwnProgress = {
  readonly visits: readonly Visit[];
  readonly claims: readonly Claim[];
  /** The link through which a deed was seen in this occurrence. */
  readonly actionSeenThrough: string | undefined;
  readonly links: SocialLinks;
  readonly account: Account;
};

/** All that follows from a task, the time and a fan's own progress. */
export type TaskStanding = {
  readonly state: TaskState;
  readonly visited: VisitProgress;
  readonly streak: Streak | undefined;
  /** What a claim would bring now. */
  readonly reward: number;
  /** Why it cannot be done or claimed, where that is more than that it is not open or not done. */
  readonly obstacle: Obstacle | undefined;
};

/** Before its time a task waits; after it the task is gone. The instant of the end is no longer within. */
export function taskWindow(task: Pick<Task, 'opensAt' | 'endsAt'>, at: Date): 'before' | 'within' | 'after' {
  if (task.opensAt && at < task.opensAt) return 'before';
  return task.endsAt && at >= task.endsAt ? 'after' : 'within';
}

/** Where a task stands for a fan, or for an anonymous caller, who has no progress of their own. */
export function taskStanding(
  task: Task,
  {
    own,
    completion,
    occurrences,
    at,
    country,
    social,
  }: {
    own: OwnProgress | undefined;
    completion: Completion | undefined;
    occurrences: Occurrences;
    at: Date;
    /** Where the caller is, as far as it is known. */
    country: string | undefined;
    social: Pick<SocialAccounts, 'isOn'>;
  },
): TaskStanding {
  const occurrence = occurrences[task.period];
  const claim = own?.claims.find((candidate) => candidate.occurrence === occurrence);
  const visited = visitProgress(task, own?.visits ?? [], at);
  const streak = task.streakRewards
    ? streakAfter(task.streakRewards, {
        yesterday:
          own?.claims.find(({ occurrence: day, state }) => day === dayBefore(occurrences.daily) && state !== 'refused')
            ?.streakDay ?? undefined,
        today: claim?.streakDay ?? undefined,
      })
    : undefined;
  const reward = streak ? streakReward(streak) : task.reward;
  const isOpen = taskWindow(task, at) !== 'before' && canBeDone(task, { completion, social });
  const state = isOpen ? openState(task, { claimed: claim !== undefined, own, completion, visited }) : 'stayTuned';
  const obstacle = isOpen ? findObstacle(task, { claim, own, country, state, reward, at }) : undefined;
  return { state: obstacle ? stateBefore(obstacle) : state, visited, streak, reward, obstacle };
}

function findObstacle(
  task: Task,
  {
    claim,
    own,
    country,
    state,
    reward,
    at,
  }: {
    claim: Claim | undefined;
    own: OwnProgress | undefined;
    country: string | undefined;
    state: TaskState;
    reward: number;
    at: Date;
  },
): Obstacle | undefined {
  if (claim) return obstacleOfClaim(claim, at);
  if (state === 'awarded' || state === 'stayTuned') return undefined;
  return soldOut(task, reward) ?? unmetDemand(task, { account: own?.account, links: own?.links, country }, at);
}

/** As which of the states an obstacle shows: something the fan lacks, something done that waits, or nothing to be done now. */
function stateBefore({ reason }: Obstacle): TaskState {
  if (reason === 'held') return 'completed';
  return reason === 'soldOut' || reason === 'refused' ? 'stayTuned' : 'unlicensed';
}

/** Whether there is a way to do the task here. */
export function canBeDone(
  task: Pick<Task, 'typeId'>,
  { completion, social }: { completion: Completion | undefined; social: Pick<SocialAccounts, 'isOn'> },
): boolean {
  if (hasCompletionCheck(task)) return completion !== undefined && completion.state !== 'stayTuned';
  const provider = providerOf(task);
  return provider === undefined || social.isOn(provider);
}

function openState(
  task: Task,
  {
    claimed,
    own,
    completion,
    visited,
  }: {
    claimed: boolean;
    own: OwnProgress | undefined;
    completion: Completion | undefined;
    visited: VisitProgress;
  },
): TaskState {
  if (claimed) return 'awarded';
  if (completion) return completion.state;
  const kind = taskKind(task);
  if (kind === 'checkIn') return own ? 'completed' : 'available';
  const provider = providerOf(task);
  if (provider === undefined) return visited.done === visited.total ? 'completed' : 'available';
  const linkId = own?.links.get(provider);
  if (linkId === undefined) return 'unlicensed';
  return kind === 'link' || own?.actionSeenThrough === linkId ? 'completed' : 'available';
}

/** Whether the reward may be claimed: a visit that is taken on trust may be even before the server has seen it. */
export function isClaimable(task: Task, { state, obstacle }: TaskStanding): boolean {
  if (obstacle) return false;
  if (state === 'completed') return true;
  return state === 'available' && taskKind(task) === 'visit' && !needsConfirmedView(task.typeId);
}

/** A streak as a fan sees it: `day` is the next day claimed or, when today is claimed, today's. Days count from 1. */
type Streak = { readonly day: number; readonly rewards: readonly number[]; readonly claimedToday: boolean };

/** The days of a streak on which check-ins were claimed: yesterday's is what today's continues. */
type ClaimedDays = { readonly yesterday?: number | undefined; readonly today?: number | undefined };

/** Where a check-in stands. After its last day a streak begins again, and so it does after a day that was missed. */
export function streakAfter(rewards: readonly number[], claimed: ClaimedDays): Streak {
  if (claimed.today !== undefined) return { day: claimed.today, rewards, claimedToday: true };
  const day = claimed.yesterday === undefined ? 1 : (claimed.yesterday % rewards.length) + 1;
  return { day, rewards, claimedToday: false };
}

/** What the streak's day is worth in Points. */
export function streakReward({ day, rewards }: Streak): number {
  const reward = rewards[day - 1];
  if (reward === undefined) throw new Error(`A streak of ${rewards.length} days has no day ${day}`);
  return reward;
}

/** How far a fan has come with the links of a task. */
type VisitProgress = {
  /** Links whose dwell time has passed. */
  readonly done: number;
  readonly total: number;
  /** Links that were not visited yet in this occurrence. */
  readonly unvisited: number;
  /** When the last of the visits that still run will have lasted long enough. */
  readonly runningUntil: Date | undefined;
};

/** How long a visit of the task must last. A visit that is taken on trust need not last. */
export function dwellSecondsOf(task: Pick<Task, 'typeId' | 'dwellSeconds'>): number {
  return needsConfirmedView(task.typeId) ? task.dwellSeconds : 0;
}

/** When a visit that began then will have lasted long enough. */
export function claimableAt(task: Pick<Task, 'typeId' | 'dwellSeconds'>, viewedAt: Date): Date {
  return new Date(viewedAt.getTime() + dwellSecondsOf(task) * 1000);
}

export function findVisit(visits: readonly Visit[], link: Pick<TaskLink, 'linkType'>): Visit | undefined {
  return visits.find((visit) => visit.linkType === link.linkType);
}

/** Counts the links that are done. Each link has its own dwell time, and the visits of several may run side by side. */
export function visitProgress(
  task: Pick<Task, 'typeId' | 'dwellSeconds' | 'links'>,
  visits: readonly Visit[],
  at: Date,
): VisitProgress {
  const ends = task.links.flatMap((link) => {
    const visit = findVisit(visits, link);
    return visit ? [claimableAt(task, visit.viewedAt)] : [];
  });
  const running = ends.filter((end) => end > at).toSorted((one, other) => one.getTime() - other.getTime());
  return {
    done: ends.length - running.length,
    total: task.links.length,
    unvisited: task.links.length - ends.length,
    runningUntil: running.at(-1),
  };
}
