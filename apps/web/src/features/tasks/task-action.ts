import type { Task } from './task.ts';

/** The one thing that a task's card offers, or why it offers nothing. */
export type TaskAction =
  | { readonly kind: 'checkIn' }
  | { readonly kind: 'visit' }
  | { readonly kind: 'dwell'; readonly claimableAt: string }
  | { readonly kind: 'claim' }
  | { readonly kind: 'inProgress' }
  | { readonly kind: 'awarded' }
  | { readonly kind: 'stayTuned' }
  | { readonly kind: 'locked' };

/**
 * Decides it from the task's state at `nowMs` by the server's clock. A visit in progress becomes claimable by itself
 * when the dwell time is over; the server has the last word when the reward is claimed.
 */
export function taskAction(task: Task, nowMs: number): TaskAction {
  if (task.state === 'awarded') return { kind: 'awarded' };
  if (task.state === 'stayTuned') return { kind: 'stayTuned' };
  if (task.state === 'unlicensed') return { kind: 'locked' };
  if (task.streak) return task.streak.claimedToday ? { kind: 'awarded' } : { kind: 'checkIn' };
  if (task.state === 'completed') return { kind: 'claim' };
  if (!task.links?.length) return { kind: 'inProgress' };
  if (task.links.some(({ viewed }) => !viewed) || !task.claimableAt) return { kind: 'visit' };
  return nowMs < Date.parse(task.claimableAt) ? { kind: 'dwell', claimableAt: task.claimableAt } : { kind: 'claim' };
}
