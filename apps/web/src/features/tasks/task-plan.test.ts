import { expect, test } from 'vitest';
import { loadCharacters } from '#/lib/search/use-search-fold.ts';
import { byStanding, groupsOf, nextTasks, findTasks } from './task-plan.ts';
import type { Task } from './task.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

function task(taskId: string, more: Partial<Task> = {}): Task {
  return {
    taskId,
    typeId: 36,
    kind: 'visit',
    tab: 'visitingTasks',
    title: taskId,
    description: '',
    reward: 30,
    period: 'once',
    state: 'available',
    dwellSeconds: 5,
    links: [{ linkType: 'page', label: '', url: '/mall', viewed: false }],
    ...more,
  };
}

const idsOf = (tasks: readonly Task[]) => tasks.map(({ taskId }) => taskId);

test('next are rewards to fetch, then begun visits, then the most Points for a second of effort', () => {
  const viewed = task('begun', { reward: 1 }).links?.map((link) => ({ ...link, viewed: true })) ?? [];
  const open = [
    task('video', { kind: 'video', reward: 200, links: [] }),
    task('short', { reward: 30 }),
    task('long', { reward: 50, dwellSeconds: 20 }),
    task('quiz', { kind: 'quiz', reward: 120, links: [] }),
    task('begun', { reward: 1, links: viewed }),
    task('fetch', { kind: 'invite', reward: 2, state: 'completed' }),
  ];
  expect(idsOf(nextTasks(open, now))).toEqual(['fetch', 'begun', 'short']);
  expect(idsOf(nextTasks(open.slice(0, 4), now))).toEqual(['short', 'long', 'quiz']);
});

test('of equal worth the larger reward is first', () => {
  const open = [task('small', { reward: 20 }), task('large', { reward: 40, dwellSeconds: 15 })];
  expect(idsOf(nextTasks(open, now))).toEqual(['large', 'small']);
});

test('what has ended, waits for its form or has its own card is not next', () => {
  const ended = task('ended', { reward: 900, endsAt: new Date(now).toISOString() });
  const awaited = task('form', { kind: 'form', reward: 900, awaits: 'confirmation' });
  const checkIn = task('daily', { kind: 'checkIn', streak: { day: 1, rewards: [20], claimedToday: false } });
  expect(idsOf(nextTasks([ended, awaited, checkIn, task('open')], now))).toEqual(['open']);
});

test('a fan who claimed, or is in review, is done; what is locked, sold out or yet to come is shut', () => {
  const tasks = [
    task('awarded', { state: 'awarded' }),
    task('held', { state: 'completed', notice: { reason: 'held', text: '' } }),
    task('refused', { notice: { reason: 'refused', text: '' } }),
    task('reviewed', { kind: 'video', awaits: 'review' }),
    task('soon', { state: 'stayTuned' }),
    task('locked', { state: 'unlicensed', notice: { reason: 'bindTwitter', text: '' } }),
    task('soldOut', { notice: { reason: 'soldOut', text: '' } }),
    task('linkFirst', { kind: 'link', state: 'unlicensed', notice: { reason: 'bindDiscord', text: '' } }),
    task('open'),
  ];
  const { open, done, shut } = byStanding(tasks);
  expect(idsOf(open)).toEqual(['linkFirst', 'open']);
  expect(idsOf(done)).toEqual(['awarded', 'held', 'refused', 'reviewed']);
  expect(idsOf(shut)).toEqual(['soon', 'locked', 'soldOut']);
});

test('the groups say what the fan does, and none is empty', () => {
  const open = [task('x', { kind: 'link' }), task('v1'), task('riddle', { kind: 'riddle' }), task('v2')];
  expect(groupsOf(open).map(({ group, tasks }) => [group, idsOf(tasks)])).toEqual([
    ['visit', ['v1', 'v2']],
    ['answer', ['riddle']],
    ['account', ['x']],
  ]);
});

function taskWith(taskId: string, title: string, description: string): Task {
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

const searched = [
  taskWith('firefly', 'Catch a firefly', 'Meet Team Firefly at the Café.'),
  taskWith('comet', '等一顆彗星', '彗星隊又遲到了。'),
  taskWith('x', 'Link your X', 'Linked once, and the three tasks open up.'),
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
  expect(findTasks(searched, keyword, fold).map(({ taskId }) => taskId)).toEqual(found);
});
