import type { taskState } from '@lightstick/contract';
import type { Account } from './account.view.ts';
import type { Obstacle } from './obstacle.ts';
import { obstacleOfClaim, soldOut, unmetDemand } from './obstacle.rules.ts';
import { dayBefore, type Occurrences } from './occurrence.rules.ts';
import type { SocialAccounts, SocialLinks } from './social-accounts.ts';
import { type Streak, streakAfter, streakReward } from './streak.rules.ts';
import type { Claim, Task, Visit } from './task.ts';
import type { Testimony } from './task-witness.ts';
import { isWitnessed, needsConfirmedView, providerOf, taskKind } from './task-type.rules.ts';
import { type VisitProgress, visitProgress } from './visit.rules.ts';

/** `completed` is done and waits to be claimed; `awarded` was claimed in this occurrence. */
type TaskState = (typeof taskState)['options'][number];

/** What a fan has done for one task: its visits in this occurrence, and its claims in this occurrence and yesterday. */
export type OwnProgress = {
  readonly visits: readonly Visit[];
  readonly claims: readonly Claim[];
  /** The link through which a deed was seen in this occurrence. */
  readonly deedSeenThrough: string | undefined;
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
    testimony,
    occurrences,
    at,
    country,
    social,
  }: {
    own: OwnProgress | undefined;
    testimony: Testimony | undefined;
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
  const isOpen = taskWindow(task, at) !== 'before' && canBeDone(task, { testimony, social });
  const state = isOpen ? openState(task, { claimed: claim !== undefined, own, testimony, visited }) : 'stayTuned';
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
  { testimony, social }: { testimony: Testimony | undefined; social: Pick<SocialAccounts, 'isOn'> },
): boolean {
  if (isWitnessed(task)) return testimony !== undefined && testimony.state !== 'stayTuned';
  const provider = providerOf(task);
  return provider === undefined || social.isOn(provider);
}

function openState(
  task: Task,
  {
    claimed,
    own,
    testimony,
    visited,
  }: {
    claimed: boolean;
    own: OwnProgress | undefined;
    testimony: Testimony | undefined;
    visited: VisitProgress;
  },
): TaskState {
  if (claimed) return 'awarded';
  if (testimony) return testimony.state;
  const kind = taskKind(task);
  if (kind === 'checkIn') return own ? 'completed' : 'available';
  const provider = providerOf(task);
  if (provider === undefined) return visited.done === visited.total ? 'completed' : 'available';
  const linkId = own?.links.get(provider);
  if (linkId === undefined) return 'unlicensed';
  return kind === 'link' || own?.deedSeenThrough === linkId ? 'completed' : 'available';
}

/** Whether the reward may be claimed: a visit that is taken on trust may be even before the server has seen it. */
export function isClaimable(task: Task, { state, obstacle }: TaskStanding): boolean {
  if (obstacle) return false;
  if (state === 'completed') return true;
  return state === 'available' && taskKind(task) === 'visit' && !needsConfirmedView(task.typeId);
}
