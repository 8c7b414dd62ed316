import type { Task, TaskLink, Visit } from './task.ts';
import { needsConfirmedView } from './task-type.rules.ts';

/** How far a fan has come with the links of a task. */
export type VisitProgress = {
  /** Links whose dwell time has passed. */
  readonly done: number;
  readonly total: number;
  /** Links that were not visited yet in this occurrence. */
  readonly unvisited: number;
  /** When the last of the visits that still run will have lasted long enough. */
  readonly runningUntil: Date | undefined;
};

/** How long a visit of the task must last. A visit that is taken on trust need not last. */
export function dwellSecondsOf(task: Pick<Task, 'typeId' | 'dwellSeconds'>): number {
  return needsConfirmedView(task.typeId) ? task.dwellSeconds : 0;
}

/** When a visit that began then will have lasted long enough. */
export function claimableAt(task: Pick<Task, 'typeId' | 'dwellSeconds'>, viewedAt: Date): Date {
  return new Date(viewedAt.getTime() + dwellSecondsOf(task) * 1000);
}

export function findVisit(visits: readonly Visit[], link: Pick<TaskLink, 'linkType'>): Visit | undefined {
  return visits.find((visit) => visit.linkType === link.linkType);
}

/** Counts the links that are done. Each link has its own dwell time, and the visits of several may run side by side. */
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
