import { expect, test, describe } from 'vitest';
import { streakDays } from './check-in-card.tsx';
import { badgeState } from './task-state-badge.tsx';
import {
  allTasks,
  checkInOf,
  mostUrgentFirst,
  presentTabs,
  type Task,
  taskProgress,
  type TasksByTab,
  tasksOf,
  taskAction,
  isOpening,
  nextReset,
  nextChangeMs,
  untilNewListMs,
} from './task.ts';
import { withTask } from './use-tasks.ts';

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

test('an available task has a button instead of a badge, and an open check-in is not completed', () => {
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

const now = Date.parse('2026-11-21T10:00:00Z');
const visit = (more: Partial<Task>) => task('t1', { title: 'Visit', reward: 30, ...more });
const link = { linkType: 'page' as const, label: 'The page', url: 'https://example.com', viewed: false };

describe('what a task offers', () => {
  test.each([
    ['awarded', 'awarded'],
    ['stayTuned', 'stayTuned'],
    ['unlicensed', 'locked'],
    ['completed', 'claim'],
  ] as const)('when it is %s', (state, kind) => {
    expect(taskAction(visit({ state, links: [link] }), now).kind).toBe(kind);
  });

  test('is a visit while a link has not been opened', () => {
    const links = [
      { ...link, viewed: true },
      { ...link, linkType: 'channel' as const },
    ];
    expect(taskAction(visit({ links, claimableAt: '2026-11-21T09:00:00Z' }), now).kind).toBe('go');
  });

  test('is the reward as soon as the dwell time is over', () => {
    const visited = visit({ links: [{ ...link, viewed: true }], claimableAt: '2026-11-21T10:00:05Z' });
    expect(taskAction(visited, now)).toEqual({ kind: 'dwell', claimableAt: '2026-11-21T10:00:05Z' });
    expect(taskAction(visited, now + 5000).kind).toBe('claim');
  });

  test('is the check-in until today’s is fetched', () => {
    const streak = { day: 3, rewards: [10, 20, 30], claimedToday: false };
    expect(taskAction(visit({ streak }), now).kind).toBe('checkIn');
    expect(taskAction(visit({ streak: { ...streak, claimedToday: true } }), now).kind).toBe('awarded');
  });

  test.each([
    ['bindTwitter', 'unlicensed', 'link'],
    ['bindDiscord', 'unlicensed', 'link'],
    ['level', 'unlicensed', 'noticed'],
    ['accountAge', 'unlicensed', 'noticed'],
    ['region', 'unlicensed', 'noticed'],
    ['soldOut', 'stayTuned', 'noticed'],
    ['refused', 'stayTuned', 'noticed'],
    ['held', 'completed', 'noticed'],
  ] as const)('with the notice %s', (reason, state, kind) => {
    const opensAt = '2026-11-20T10:00:00Z';
    expect(taskAction(visit({ state, opensAt, notice: { reason, text: 'Why' } }), now).kind).toBe(kind);
  });

  test.each(['form', 'invite', 'quiz', 'riddle', 'video', 'stake'] as const)(
    'is the way to where a %s is done, and then its reward',
    (kind) => {
      expect(taskAction(visit({ kind }), now).kind).toBe('go');
      expect(taskAction(visit({ kind, state: 'completed' }), now).kind).toBe('claim');
    },
  );

  test.each([
    [{ state: 'awarded' }, 'answers'],
    [{ state: 'completed', notice: { reason: 'held', text: 'Why' } }, 'answers'],
    [{ state: 'stayTuned', notice: { reason: 'refused', text: 'Why' } }, 'answers'],
    [{ state: 'stayTuned', notice: { reason: 'soldOut', text: 'Why' } }, 'noticed'],
  ] as const)('is the answers of a quiz that was claimed: %j', (more, kind) => {
    expect(taskAction(visit({ kind: 'quiz', ...more }), now).kind).toBe(kind);
  });

  test('turns by itself when the task opens and when it ends', () => {
    const timed = { opensAt: '2026-11-21T10:00:01Z', endsAt: '2026-11-21T10:00:02Z' };
    const waiting = visit({ ...timed, state: 'stayTuned' });
    expect(taskAction(waiting, now + 999).kind).toBe('stayTuned');
    expect(taskAction(waiting, now + 1000).kind).toBe('opening');
    expect(taskAction(visit({ state: 'stayTuned', opensAt: timed.opensAt }), now + 31_000).kind).toBe('stayTuned');
    expect(taskAction(visit({ ...timed, links: [link] }), now + 1999).kind).toBe('go');
    expect(taskAction(visit({ ...timed, links: [link] }), now + 2000).kind).toBe('ended');
    expect(taskAction(visit({ ...timed, state: 'awarded' }), now + 2000).kind).toBe('awarded');
  });
});

const in5s = '2026-11-21T10:00:05.000Z';
const in9s = '2026-11-21T10:00:09.000Z';
const in10s = '2026-11-21T10:00:10.000Z';
const ago20s = '2026-11-21T09:59:40.000Z';
const soldOut = { reason: 'soldOut', text: 'Sold out' } as const;
const midnight = '2026-11-21T16:00:00.000Z';

describe('a card turns', () => {
  test.each<[string, Partial<Task>, string | undefined]>([
    ['when its task opens', { state: 'stayTuned', opensAt: in5s, endsAt: in9s }, in5s],
    ['when it should long be open', { state: 'stayTuned', opensAt: ago20s }, in10s],
    ['when its visit was long enough', { claimableAt: in5s, endsAt: in9s }, in5s],
    ['when its task ends', { opensAt: '2026-11-20T10:00:00Z', endsAt: in9s }, in9s],
    ['at the reset of what was awarded', { state: 'awarded', period: 'daily', resetsAt: midnight }, midnight],
    ['at no reset of what was not', { period: 'daily', resetsAt: midnight }, undefined],
    ['never without a time', {}, undefined],
  ])('%s', (_, more, turn) => {
    expect(nextChangeMs(visit(more), now)).toBe(turn && Date.parse(turn));
  });
});

describe('the list stands', () => {
  const until = (...visiting: Task[]) => untilNewListMs({ visitingTasks: visiting }, now);

  test('without end when nothing changes, and before it has come', () => {
    expect(untilNewListMs(undefined, now)).toBe(false);
    expect(until(visit({}), visit({ endsAt: in5s }))).toBe(false);
  });

  test('until the first task opens or starts over, and a moment longer', () => {
    const daily = visit({ period: 'daily', resetsAt: midnight });
    expect(until(daily)).toBe(Date.parse(midnight) - now + 400);
    expect(until(daily, visit({ state: 'stayTuned', opensAt: in9s }))).toBe(9400);
    expect(until(visit({ state: 'available', opensAt: in9s }))).toBe(false);
  });

  test('two seconds when the server does not know yet that the time is reached', () => {
    expect(until(visit({ state: 'stayTuned', opensAt: '2026-11-21T09:59:59Z' }))).toBe(2000);
  });

  test('as it is when another reason than the clock keeps a task shut', () => {
    expect(until(visit({ state: 'stayTuned', opensAt: '2026-11-21T09:59:30Z' }))).toBe(false);
    expect(until(visit({ state: 'stayTuned', opensAt: ago20s, notice: soldOut }))).toBe(false);
    const daily = visit({ state: 'stayTuned', opensAt: '2026-11-20T10:00:00Z', period: 'daily', resetsAt: midnight });
    expect(until(daily)).toBe(Date.parse(midnight) - now + 400);
  });

  test('no longer than a timer can wait', () => {
    expect(until(visit({ state: 'stayTuned', opensAt: '2027-11-21T09:59:59Z' }))).toBe(2_147_483_647);
  });
});

describe('a task is opening', () => {
  test.each<[string, Partial<Task>, boolean]>([
    ['not before its time', { state: 'stayTuned', opensAt: in5s }, false],
    ['once its time has come', { state: 'stayTuned', opensAt: '2026-11-21T10:00:00Z' }, true],
    ['while the server may not know of it yet', { state: 'stayTuned', opensAt: ago20s }, true],
    ['not half a minute later', { state: 'stayTuned', opensAt: '2026-11-21T09:59:30Z' }, false],
    ['not when a notice says why it is shut', { state: 'stayTuned', opensAt: ago20s, notice: soldOut }, false],
    ['not when it is open', { state: 'available', opensAt: ago20s }, false],
    ['not without a time', { state: 'stayTuned' }, false],
  ])('%s', (_, more, opening) => {
    expect(isOpening(visit(more), now)).toBe(opening);
  });
});

test('the next reset is that of the period’s first task', () => {
  const byTab = {
    visitingTasks: [visit({ period: 'weekly', resetsAt: '2026-11-22T16:00:00.000Z' }), visit({})],
    luckyTasks: [visit({ period: 'daily' }), visit({ period: 'daily', resetsAt: midnight })],
  };
  expect(nextReset(byTab, 'daily')).toBe(midnight);
  expect(nextReset(byTab, 'weekly')).toBe('2026-11-22T16:00:00.000Z');
  expect(nextReset({}, 'daily')).toBeUndefined();
});
