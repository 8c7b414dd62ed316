import { describe, expect, test } from 'vitest';
import { taskAction } from './task-action.ts';
import type { Task } from './task.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const link = { linkType: 'page' as const, label: 'The page', url: 'https://example.com', viewed: false };

function task(more: Partial<Task>): Task {
  return {
    taskId: 't1',
    typeId: 13,
    tab: 'visitingTasks',
    title: 'Visit',
    description: '',
    reward: 30,
    period: 'once',
    state: 'available',
    ...more,
  };
}

describe('what a task offers', () => {
  test.each([
    ['awarded', 'awarded'],
    ['stayTuned', 'stayTuned'],
    ['unlicensed', 'locked'],
    ['completed', 'claim'],
  ] as const)('when it is %s', (state, kind) => {
    expect(taskAction(task({ state, links: [link] }), now).kind).toBe(kind);
  });

  test('is a visit while a link has not been opened', () => {
    const links = [
      { ...link, viewed: true },
      { ...link, linkType: 'channel' as const },
    ];
    expect(taskAction(task({ links, claimableAt: '2026-11-21T09:00:00Z' }), now).kind).toBe('visit');
  });

  test('is the reward as soon as the dwell time is over', () => {
    const visited = task({ links: [{ ...link, viewed: true }], claimableAt: '2026-11-21T10:00:05Z' });
    expect(taskAction(visited, now)).toEqual({ kind: 'dwell', claimableAt: '2026-11-21T10:00:05Z' });
    expect(taskAction(visited, now + 5000).kind).toBe('claim');
  });

  test('is the check-in until today’s is fetched', () => {
    const streak = { day: 3, rewards: [10, 20, 30], claimedToday: false };
    expect(taskAction(task({ streak }), now).kind).toBe('checkIn');
    expect(taskAction(task({ streak: { ...streak, claimedToday: true } }), now).kind).toBe('awarded');
  });

  test('is nothing to press where it is done elsewhere', () => {
    expect(taskAction(task({}), now).kind).toBe('inProgress');
  });
});
