import { isOpening } from './task-schedule.ts';
import { asksForAccount, type Task } from './task.ts';

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

/** Whether the reward was claimed, also if the claim is held or refused. */
export function isClaimed({ state, notice }: Pick<Task, 'state' | 'notice'>): boolean {
  return state === 'awarded' || notice?.reason === 'held' || notice?.reason === 'refused';
}

function visitAction({ links = [], claimableAt }: Task, nowMs: number): TaskAction {
  if (links.some(({ viewed }) => !viewed) || !claimableAt) return { kind: 'go' };
  return nowMs < Date.parse(claimableAt) ? { kind: 'dwell', claimableAt } : { kind: 'claim' };
}
