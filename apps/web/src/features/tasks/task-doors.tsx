import { type LazyPart, lazyPart } from '#/lib/lazy-part.ts';
import type { Task } from './task.ts';
import type { TaskSheetProps } from './task-sheet-props.ts';

/** What a task's card opens: a sheet in a chunk of its own, or the path of a screen. */
export type TaskDoor = { readonly sheet: LazyPart<TaskSheetProps> } | { readonly path: string };

/** What is done on the card itself, or where accounts are linked. */
type WithoutDoor = 'checkIn' | 'link';

/** Complete by construction: a kind that is added is a type error here until there is a way to it. */
const doors: Readonly<Record<Exclude<Task['kind'], WithoutDoor>, TaskDoor>> = {
  visit: { sheet: lazyPart(() => import('./visit-sheet.tsx').then((module) => module.VisitSheet)) },
  deed: { sheet: lazyPart(() => import('./deed-sheet.tsx').then((module) => module.DeedSheet)) },
  quiz: { sheet: lazyPart(() => import('./quiz/quiz-sheet.tsx').then((module) => module.QuizSheet)) },
  form: { sheet: lazyPart(() => import('./forms/form-sheet.tsx').then((module) => module.FormSheet)) },
  invite: { path: '/my-invites' },
  riddle: { path: '/riddles' },
  video: { path: '/dazzle-upload' },
  stake: { path: '/stake' },
};

/** The way from a task's card to where it is done; none for what is done on the card itself. */
export function taskDoor({ kind }: Pick<Task, 'kind'>): TaskDoor | undefined {
  return kind === 'checkIn' || kind === 'link' ? undefined : doors[kind];
}
