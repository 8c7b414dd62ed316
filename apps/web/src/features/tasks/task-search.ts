import type { SearchFold } from '#/lib/search/use-search-fold.ts';
import type { Task } from './task.ts';

/** The tasks whose title or description contains every typed word; all tasks for an empty search. */
export function findTasks(tasks: readonly Task[], keyword: string, fold: SearchFold): readonly Task[] {
  const words = fold(keyword).split(/\s+/).filter(Boolean);
  return tasks.filter(({ title, description }) => {
    const text = fold(`${title} ${description}`);
    return words.every((word) => text.includes(word));
  });
}
