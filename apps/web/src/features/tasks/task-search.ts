import { foldCase } from '#/lib/format/text.ts';
import type { Task } from './task.ts';

/** The tasks whose title or description contains every typed word; all tasks for an empty search. */
export function findTasks(tasks: readonly Task[], keyword: string): readonly Task[] {
  const words = foldCase(keyword).split(/\s+/).filter(Boolean);
  return tasks.filter(({ title, description }) => {
    const text = foldCase(`${title} ${description}`);
    return words.every((word) => text.includes(word));
  });
}
