import { searchLinkTypes, type TaskKind, taskKindOf, taskTypes } from '@lightstick/contract';

/** How a task of a type is written in a pack. */
export type TaskShape = 'checkIn' | 'visit' | 'search' | 'invite' | 'quiz' | 'form' | 'other';

/** The kinds that are written in a way of their own. */
const shapes: Readonly<Partial<Record<TaskKind, TaskShape>>> = {
  checkIn: 'checkIn',
  visit: 'visit',
  invite: 'invite',
  quiz: 'quiz',
  form: 'form',
};

const searchTypes: readonly number[] = searchLinkTypes;

/** Every type id a task may have. */
export const taskTypeIds: readonly number[] = Object.values(taskTypes)
  .flat()
  .toSorted((one, other) => one - other);

export function taskShape(type: unknown): TaskShape | undefined {
  const kind = typeof type === 'number' ? taskKindOf(type) : undefined;
  if (typeof type !== 'number' || !kind) return undefined;
  return searchTypes.includes(type) ? 'search' : (shapes[kind] ?? 'other');
}
