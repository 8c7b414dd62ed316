import { describe, expect, test } from 'vitest';
import { taskAction } from './task-action.ts';
import type { Task } from './task.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const link = { linkType: 'page' as const, label: 'The page', url: 'https://example.com', viewed: false };

function task(more: Partial<Task>): Task {
  return {
    taskId: 't1',
    typeId: 13,
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
    expect(taskAction(task({ links, claimableAt: '2026-11-21T09:00:00Z' }), now).kind).toBe('go');
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
    expect(taskAction(task({ state, opensAt, notice: { reason, text: 'Why' } }), now).kind).toBe(kind);
  });

  test.each(['form', 'invite', 'quiz', 'riddle', 'video', 'stake'] as const)(
    'is the way to where a %s is done, and then its reward',
    (kind) => {
      expect(taskAction(task({ kind }), now).kind).toBe('go');
      expect(taskAction(task({ kind, state: 'completed' }), now).kind).toBe('claim');
    },
  );

  test.each([
    [{ state: 'awarded' }, 'answers'],
    [{ state: 'completed', notice: { reason: 'held', text: 'Why' } }, 'answers'],
    [{ state: 'stayTuned', notice: { reason: 'refused', text: 'Why' } }, 'answers'],
    [{ state: 'stayTuned', notice: { reason: 'soldOut', text: 'Why' } }, 'noticed'],
  ] as const)('is the answers of a quiz that was claimed: %j', (more, kind) => {
    expect(taskAction(task({ kind: 'quiz', ...more }), now).kind).toBe(kind);
  });

  test('turns by itself when the task opens and when it ends', () => {
    const timed = { opensAt: '2026-11-21T10:00:01Z', endsAt: '2026-11-21T10:00:02Z' };
    const waiting = task({ ...timed, state: 'stayTuned' });
    expect(taskAction(waiting, now + 999).kind).toBe('stayTuned');
    expect(taskAction(waiting, now + 1000).kind).toBe('opening');
    expect(taskAction(task({ state: 'stayTuned', opensAt: timed.opensAt }), now + 31_000).kind).toBe('stayTuned');
    expect(taskAction(task({ ...timed, links: [link] }), now + 1999).kind).toBe('go');
    expect(taskAction(task({ ...timed, links: [link] }), now + 2000).kind).toBe('ended');
    expect(taskAction(task({ ...timed, state: 'awarded' }), now + 2000).kind).toBe('awarded');
  });
});
