import { describe, expect, test } from 'vitest';
import { isOpening, nextReset, nextChangeMs, untilNewListMs } from './task-schedule.ts';
import type { Task } from './task.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const in5s = '2026-11-21T10:00:05.000Z';
const in9s = '2026-11-21T10:00:09.000Z';
const in10s = '2026-11-21T10:00:10.000Z';
const ago20s = '2026-11-21T09:59:40.000Z';
const soldOut = { reason: 'soldOut', text: 'Sold out' } as const;
const midnight = '2026-11-21T16:00:00.000Z';

function task(more: Partial<Task>): Task {
  return {
    taskId: 't1',
    typeId: 36,
    kind: 'visit',
    tab: 'visitingTasks',
    title: 'Visit',
    description: '',
    reward: 30,
    period: 'once',
    state: 'available',
    ...more,
  };
}

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
    expect(nextChangeMs(task(more), now)).toBe(turn && Date.parse(turn));
  });
});

describe('the list stands', () => {
  const until = (...tasks: Task[]) => untilNewListMs({ visitingTasks: tasks }, now);

  test('for ever when nothing turns, and before it has come', () => {
    expect(untilNewListMs(undefined, now)).toBe(false);
    expect(until(task({}), task({ endsAt: in5s }))).toBe(false);
  });

  test('until the first task opens or starts over, and a moment longer', () => {
    const daily = task({ period: 'daily', resetsAt: midnight });
    expect(until(daily)).toBe(Date.parse(midnight) - now + 400);
    expect(until(daily, task({ state: 'stayTuned', opensAt: in9s }))).toBe(9400);
    expect(until(task({ state: 'available', opensAt: in9s }))).toBe(false);
  });

  test('two seconds when the server does not know yet that the time has come', () => {
    expect(until(task({ state: 'stayTuned', opensAt: '2026-11-21T09:59:59Z' }))).toBe(2000);
  });

  test('as it is when something else than the clock keeps a task shut', () => {
    expect(until(task({ state: 'stayTuned', opensAt: '2026-11-21T09:59:30Z' }))).toBe(false);
    expect(until(task({ state: 'stayTuned', opensAt: ago20s, notice: soldOut }))).toBe(false);
    const daily = task({ state: 'stayTuned', opensAt: '2026-11-20T10:00:00Z', period: 'daily', resetsAt: midnight });
    expect(until(daily)).toBe(Date.parse(midnight) - now + 400);
  });

  test('no longer than a timer can wait', () => {
    expect(until(task({ state: 'stayTuned', opensAt: '2027-11-21T09:59:59Z' }))).toBe(2_147_483_647);
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
    expect(isOpening(task(more), now)).toBe(opening);
  });
});

test('the next reset is that of the period’s first task', () => {
  const tasks = {
    visitingTasks: [task({ period: 'weekly', resetsAt: '2026-11-22T16:00:00.000Z' }), task({})],
    luckyTasks: [task({ period: 'daily' }), task({ period: 'daily', resetsAt: midnight })],
  };
  expect(nextReset(tasks, 'daily')).toBe(midnight);
  expect(nextReset(tasks, 'weekly')).toBe('2026-11-22T16:00:00.000Z');
  expect(nextReset({}, 'daily')).toBeUndefined();
});
