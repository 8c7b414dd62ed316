import { taskTypes } from '@lightstick/contract';
import type { Task } from '#/modules/tasks/index.ts';

/** The types of tasks that are done by a video. */
export const videoTaskTypes: ReadonlySet<number> = new Set<number>(taskTypes.video);

export function isVideoTask({ typeId }: Pick<Task, 'typeId'>): boolean {
  return videoTaskTypes.has(typeId);
}
