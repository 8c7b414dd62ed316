import { expect, test } from 'vitest';
import { loadCharacters } from '#/lib/search/use-search-fold.ts';
import { findTasks } from './task-search.ts';
import type { Task } from './task.ts';

function task(taskId: string, title: string, description: string): Task {
  return {
    taskId,
    title,
    description,
    typeId: 36,
    kind: 'visit',
    tab: 'visitingTasks',
    reward: 30,
    period: 'once',
    state: 'available',
  };
}

const tasks = [
  task('firefly', 'Catch a firefly', 'Meet Team Firefly at the Café.'),
  task('comet', '等一顆彗星', '彗星隊又遲到了。'),
  task('x', 'Link your X', 'Linked once, and the three tasks open up.'),
];

const fold = await loadCharacters();

test.each([
  ['', ['firefly', 'comet', 'x']],
  ['   ', ['firefly', 'comet', 'x']],
  ['FIREFLY', ['firefly']],
  ['cafe', ['firefly']],
  ['team catch', ['firefly']],
  ['彗星', ['comet']],
  ['遲到', ['comet']],
  ['迟到 一颗', ['comet']],
  ['ｌｉｎｋ ｘ', ['x']],
  ['firefly comet', []],
])('“%s” finds %j', (keyword, found) => {
  expect(findTasks(tasks, keyword, fold).map(({ taskId }) => taskId)).toEqual(found);
});
