import type { taskState } from '@lightstick/contract';
import type { Account } from './tasks.store.ts';
import type { Completion, SocialAccounts, SocialLinks } from './completion-check.ts';
import { type Obstacle, obstacleOfClaim, soldOut, unmetDemand } from './obstacle.rules.ts';
import {
  type Claim,
  dayBefore,
  hasCompletionCheck,
  needsConfirmedView,
  type Occurrences,
  providerOf,
  type Task,
  taskKind,
  type TaskLink,
  type Visit,
} from './task.rules.ts';

/** `completed` can be claimed; `awarded` was claimed in this occurrence. */
type TaskState = (typeof taskState)['options'][number];

/** A fan's progress with one task: visits in this occurrence, claims in this and in yesterday's. */
export type OwnProgress = {
  readonly visits: readonly Visit[];
  readonly claims: readonly Claim[];
  /** The link through which an action was verified in this occurrence. */
  readonly actionSeenThrough: string | undefined;
  readonly links: SocialLinks;
  readonly account: Account;
};

/** The result of a task, the time and a fan's progress. */
export type TaskStanding = {
  readonly state: TaskState;
  readonly visited: VisitProgress;
  readonly streak: Streak | undefined;
  /** The reward of a claim now. */
  readonly reward: number;
  /** Why it cannot be done or claimed, beyond not being open or not done. */
  readonly obstacle: Obstacle | undefined;
};

/** Returns whether a task waits, is open or has ended; the end is exclusive. */
export function taskWindow(task: Pick<Task, 'opensAt' | 'endsAt'>, at: Date): 'before' | 'within' | 'after' {
  if (task.opensAt && at < task.opensAt) return 'before';
  return task.endsAt && at >= task.endsAt ? 'after' : 'within';
}

/** Returns a task's standing for a fan or an anonymous caller. */
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
    /** The caller's country, if known. */
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

/** Returns the state that shows an obstacle. */
function stateBefore({ reason }: Obstacle): TaskState {
  if (reason === 'held') return 'completed';
  return reason === 'soldOut' || reason === 'refused' ? 'stayTuned' : 'unlicensed';
}

/** Returns whether the task can be done on this server. */
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

/** Returns whether the reward can be claimed. A trusted visit can be claimed before the server sees it. */
export function isClaimable(task: Task, { state, obstacle }: TaskStanding): boolean {
  if (obstacle) return false;
  if (state === 'completed') return true;
  return state === 'available' && taskKind(task) === 'visit' && !needsConfirmedView(task.typeId);
}

/** A streak: `day` is the next day to claim or, after today's claim, today's. Days count from 1. */
type Streak = { readonly day: number; readonly rewards: readonly number[]; readonly claimedToday: boolean };

/** The streak days of claimed check-ins; today's continues yesterday's. */
type ClaimedDays = { readonly yesterday?: number | undefined; readonly today?: number | undefined };

/** Computes a check-in's streak. It restarts after its last day and after a missed day. */
export function streakAfter(rewards: readonly number[], claimed: ClaimedDays): Streak {
  if (claimed.today !== undefined) return { day: claimed.today, rewards, claimedToday: true };
  const day = claimed.yesterday === undefined ? 1 : (claimed.yesterday % rewards.length) + 1;
  return { day, rewards, claimedToday: false };
}

/** Returns the Points of the streak's day. */
export function streakReward({ day, rewards }: Streak): number {
  const reward = rewards[day - 1];
  if (reward === undefined) throw new Error(`A streak of ${rewards.length} days has no day ${day}`);
  return reward;
}

/** Progress with a task's links. */
type VisitProgress = {
  /** Links whose dwell time has passed. */
  readonly done: number;
  readonly total: number;
  /** Links without a visit in this occurrence. */
  readonly unvisited: number;
  /** The time at which the last running visit reaches its dwell time. */
  readonly runningUntil: Date | undefined;
};

/** Returns the minimum length of a visit; 0 for a trusted visit. */
export function dwellSecondsOf(task: Pick<Task, 'typeId' | 'dwellSeconds'>): number {
  return needsConfirmedView(task.typeId) ? task.dwellSeconds : 0;
}

/** Returns when a visit reaches its dwell time. */
export function claimableAt(task: Pick<Task, 'typeId' | 'dwellSeconds'>, viewedAt: Date): Date {
  return new Date(viewedAt.getTime() + dwellSecondsOf(task) * 1000);
}

export function findVisit(visits: readonly Visit[], link: Pick<TaskLink, 'linkType'>): Visit | undefined {
  return visits.find((visit) => visit.linkType === link.linkType);
}

/** Counts the completed links. Each link has its own dwell time, and visits may overlap. */
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
