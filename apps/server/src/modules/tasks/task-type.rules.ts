import { type TaskKind, taskKindOf } from '@lightstick/contract';
import type { SocialProvider } from '#/config/providers.ts';
import type { SocialAction } from './social-accounts.ts';

/** The kinds that need no completion check of a wing. */
const ownKinds: ReadonlySet<TaskKind> = new Set(['checkIn', 'visit', 'deed', 'link']);

/** The visit that is taken on trust: its page cannot be told from any other tab a fan has open. */
const trustedVisitType = 13;

const deeds: ReadonlyMap<number, SocialAction> = new Map([
  [8, 'follow'],
  [9, 'repost'],
  [10, 'like'],
]);

const links: ReadonlyMap<number, SocialProvider> = new Map([
  [101, 'twitter'],
  [102, 'discord'],
]);

type Typed = { readonly typeId: number };

/**
 * Which kind a task is, in whatever tab it stands.
 *
 * @throws Error of an id without a kind, which the table of tasks does not take.
 */
export function taskKind({ typeId }: Typed): TaskKind {
  const kind = taskKindOf(typeId);
  if (!kind) throw new Error(`No task has the type ${typeId}`);
  return kind;
}

/** Whether a wing's completion check decides if the task is done. */
export function hasCompletionCheck(task: Typed): boolean {
  return !ownKinds.has(taskKind(task));
}

/** What a task asks to be done at X. */
export function socialActionOf({ typeId }: Typed): SocialAction | undefined {
  return deeds.get(typeId);
}

/** Of which provider an account must be linked for a task. */
export function providerOf({ typeId }: Typed): SocialProvider | undefined {
  return deeds.has(typeId) ? 'twitter' : links.get(typeId);
}

/** Whether the server must have seen each link's visit begin, and its dwell time pass, before it pays. */
export function needsConfirmedView(typeId: number): boolean {
  return taskKind({ typeId }) === 'visit' && typeId !== trustedVisitType;
}
