import type { taskState } from '@lightstick/contract';
import { dayBefore, type Occurrences } from './occurrence.rules.ts';
import { type Streak, streakAfter } from './streak.rules.ts';
import type { Claim, Task, Visit } from './task.ts';
import { needsConfirmedView, taskKind } from './task-type.rules.ts';
import { type VisitProgress, visitProgress } from './visit.rules.ts';

/** `completed` is done and waits to be claimed; `awarded` was claimed in this occurrence. */
type TaskState = (typeof taskState)['options'][number];

/** What a fan has done for one task: its visits in this occurrence, and its claims in this occurrence and yesterday. */
export type OwnProgress = { readonly visits: readonly Visit[]; readonly claims: readonly Claim[] };

/** All that follows from a task, the time and a fan's own progress. */
export type TaskStanding = {
  readonly state: TaskState;
  readonly visited: VisitProgress;
  readonly streak: Streak | undefined;
};

/** Before its time a task waits; after it the task is gone. The instant of the end is no longer within. */
export function taskWindow(task: Pick<Task, 'opensAt' | 'endsAt'>, at: Date): 'before' | 'within' | 'after' {
  if (task.opensAt && at < task.opensAt) return 'before';
  return task.endsAt && at >= task.endsAt ? 'after' : 'within';
}

/** Where a task stands for a fan, or for an anonymous caller, who has no progress of their own. */
export function taskStanding(
  task: Task,
  { own, occurrences, at }: { own: OwnProgress | undefined; occurrences: Occurrences; at: Date },
): TaskStanding {
  const occurrence = occurrences[task.period];
  const claim = own?.claims.find((candidate) => candidate.occurrence === occurrence);
  const visited = visitProgress(task, own?.visits ?? [], at);
  const streak = task.streakRewards
    ? streakAfter(task.streakRewards, {
        yesterday:
          own?.claims.find((candidate) => candidate.occurrence === dayBefore(occurrences.daily))?.streakDay ??
          undefined,
        today: claim?.streakDay ?? undefined,
      })
    : undefined;
  return { state: stateOf(task, { claimed: claim !== undefined, anonymous: !own, visited, at }), visited, streak };
}

function stateOf(
  task: Task,
  standing: { claimed: boolean; anonymous: boolean; visited: VisitProgress; at: Date },
): TaskState {
  const kind = taskKind(task);
  if (kind === 'other' || taskWindow(task, standing.at) === 'before') return 'stayTuned';
  if (kind === 'binding') return 'unlicensed';
  if (standing.claimed) return 'awarded';
  if (kind === 'checkIn') return standing.anonymous ? 'available' : 'completed';
  return standing.visited.done === standing.visited.total ? 'completed' : 'available';
}

/** Whether the reward may be claimed: a visit that is taken on trust may be even before the server has seen it. */
export function isClaimable(task: Task, { state }: TaskStanding): boolean {
  if (state === 'completed') return true;
  return state === 'available' && taskKind(task) === 'visit' && !needsConfirmedView(task.typeId);
}
