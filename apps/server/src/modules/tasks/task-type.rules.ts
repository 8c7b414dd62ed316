import { type TaskKind, taskKindOf } from '@lightstick/contract';
import type { SocialProvider } from '#/config/providers.ts';
import type { SocialAction } from './social-accounts.ts';

/** The kinds without a completion check of a module. */
const ownKinds: ReadonlySet<TaskKind> = new Set(['checkIn', 'visit', 'socialAction', 'link']);

/** A trusted visit: the server cannot verify its page. */
const trustedVisitType = 13;

const actions: ReadonlyMap<number, SocialAction> = new Map([
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
 * Returns a task's kind, in any tab.
 *
 * @throws Error for an id without a kind, which the table of tasks rejects.
 */
export function taskKind({ typeId }: Typed): TaskKind {
  const kind = taskKindOf(typeId);
  if (!kind) throw new Error(`No task has the type ${typeId}`);
  return kind;
}

/** Whether a module's completion check decides if the task is done. */
export function hasCompletionCheck(task: Typed): boolean {
  return !ownKinds.has(taskKind(task));
}

/** The action that a task asks for at X. */
export function socialActionOf({ typeId }: Typed): SocialAction | undefined {
  return actions.get(typeId);
}

/** The provider whose account a task needs. */
export function providerOf({ typeId }: Typed): SocialProvider | undefined {
  return actions.has(typeId) ? 'twitter' : links.get(typeId);
}

/** Whether the server must see each link's visit and its dwell time before it pays. */
export function needsConfirmedView(typeId: number): boolean {
  return taskKind({ typeId }) === 'visit' && typeId !== trustedVisitType;
}
