import { type ReactNode, Suspense } from 'react';
import { type LazyPart, lazyPart } from '#/lib/lazy-part.ts';
import type { TaskSheetProps, Task } from './task.ts';
import { useRewardCelebration } from './use-tasks.ts';

/** A task's target: a sheet in its own chunk, or a screen's path. */
type TaskDoor = { readonly sheet: LazyPart<TaskSheetProps> } | { readonly path: string };

/** Done on the row itself, or where accounts are linked. */
type WithoutDoor = 'checkIn' | 'link';

/** Complete by construction: a new kind is a type error here until it has a sheet or a path. */
const doors: Readonly<Record<Exclude<Task['kind'], WithoutDoor>, TaskDoor>> = {
  visit: { sheet: lazyPart(() => import('./visit-sheet.tsx').then((module) => module.VisitSheet)) },
  socialAction: {
    sheet: lazyPart(() => import('./social-action-sheet.tsx').then((module) => module.SocialActionSheet)),
  },
  quiz: { sheet: lazyPart(() => import('./quiz/quiz-sheet.tsx').then((module) => module.QuizSheet)) },
  form: { sheet: lazyPart(() => import('./forms/form-sheet.tsx').then((module) => module.FormSheet)) },
  invite: { path: '/my-invites' },
  riddle: { path: '/riddles' },
  video: { path: '/dazzle-upload' },
  stake: { path: '/stake' },
  luck: { path: '/activity' },
};

/** Returns the target of a task; undefined for what is done on its row, as a visit of one page is. */
export function taskDoor({ kind, links = [] }: Pick<Task, 'kind' | 'links'>): TaskDoor | undefined {
  if (kind === 'checkIn' || kind === 'link' || (kind === 'visit' && links.length === 1)) return undefined;
  return doors[kind];
}

/** Shows the sheet of a task. It is drawn beside the list, because a row moves when its task is done. */
export function TaskSheet({ task, onClose }: { task: Task; onClose: () => void }): ReactNode {
  const celebrateReward = useRewardCelebration(task.title);
  const door = taskDoor(task);
  if (!door || !('sheet' in door)) return null;
  return (
    <Suspense>
      <door.sheet.Component task={task} onClose={onClose} onPaid={celebrateReward} />
    </Suspense>
  );
}
