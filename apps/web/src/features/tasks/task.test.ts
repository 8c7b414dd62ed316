import { expect, test } from 'vitest';
import { streakDays } from './check-in-card.tsx';
import { badgeState } from './task-state-badge.tsx';
import { withTask } from './use-tasks.ts';
import {
  allTasks,
  checkInOf,
  mostUrgentFirst,
  presentTabs,
  type Task,
  taskProgress,
  type TasksByTab,
  tasksOf,
} from './task.ts';

function task(taskId: string, more: Partial<Task> = {}): Task {
  return {
    taskId,
    typeId: 13,
    kind: 'visit',
    tab: 'visitingTasks',
    title: taskId,
    description: '',
    reward: 10,
    period: 'once',
    state: 'available',
    ...more,
  };
}

const tasks: TasksByTab = {
  supportTasks: [task('s1', { state: 'awarded' }), task('s2', { state: 'stayTuned', reward: 500 })],
  visitingTasks: [task('v1', { state: 'available' }), task('v2', { state: 'completed' })],
  bindTasks: [],
};

test('tabs stand in their own order, and only those that have tasks', () => {
  expect(presentTabs(tasks)).toEqual(['visitingTasks', 'supportTasks']);
  expect(allTasks(tasks).map(({ taskId }) => taskId)).toEqual(['v1', 'v2', 's1', 's2']);
  expect(tasksOf(tasks, 'supportTasks')).toHaveLength(2);
  expect(tasksOf(tasks, 'luckyTasks')).toEqual([]);
});

test('progress counts what can be done now', () => {
  expect(taskProgress(tasks)).toEqual({ done: 1, total: 3, pointsLeft: 20 });
});

test('Points to earn today leave out what is in review, used up or refused', () => {
  const list: TasksByTab = {
    visitingTasks: [
      task('reviewed', { awaits: 'review' }),
      task('soldOut', { notice: { reason: 'soldOut', text: '' } }),
      task('refused', { notice: { reason: 'refused', text: '' } }),
      task('linked', { notice: { reason: 'bindDiscord', text: '' } }),
    ],
  };
  expect(taskProgress(list)).toEqual({ done: 0, total: 4, pointsLeft: 10 });
});

test('what can be done has a button instead of a badge, and a check-in to do is no completed one', () => {
  const streak = { day: 1, rewards: [10], claimedToday: false };
  expect(badgeState(task('daily', { state: 'completed', streak }))).toBeUndefined();
  expect(badgeState(task('open'))).toBeUndefined();
  expect(badgeState(task('visit', { state: 'completed' }))).toBe('completed');
});

test('a reward to fetch comes first, what is done comes last', () => {
  expect(mostUrgentFirst(allTasks(tasks)).map(({ taskId }) => taskId)).toEqual(['v2', 'v1', 's2', 's1']);
});

test('one task changes in its place, and the others stay', () => {
  const after = withTask(tasks, 'v1', (old) => ({ ...old, state: 'awarded' }));
  expect(after.visitingTasks?.map(({ state }) => state)).toEqual(['awarded', 'completed']);
  expect(after.supportTasks).toEqual(tasks.supportTasks);
});

test('the check-in pays by the day of its streak', () => {
  const streak = { day: 2, rewards: [10, 25, 40], claimedToday: false };
  const list: TasksByTab = { luckyTasks: [task('daily', { streak })] };
  expect(checkInOf(list)?.taskId).toBe('daily');
  expect(taskProgress(list).pointsLeft).toBe(25);
  expect(streakDays(streak).map(({ state }) => state)).toEqual(['claimed', 'today', 'ahead']);
  expect(streakDays({ ...streak, claimedToday: true }).map(({ state }) => state)).toEqual([
    'claimed',
    'claimed',
    'ahead',
  ]);
});
