import { describe, expect, test } from 'vitest';
import { awaitsMarking, resultToShow, type RiddleRound, type RiddleStatus } from './riddles.ts';

const status = (roundId: string, result: RiddleStatus['result'], popShown = false): RiddleStatus => ({
  roundId,
  unlockedAt: '2026-11-20T00:00:00Z',
  answered: 1,
  riddleCount: 3,
  result,
  popShown,
});
const round = (roundId: string, state: RiddleRound['state']): RiddleRound => ({
  roundId,
  title: 'Round',
  description: '',
  state,
  opensAt: '2026-11-20T00:00:00Z',
  closesAt: '2026-11-21T00:00:00Z',
  price: 30,
  rewards: [20, 60, 150],
  placesLeft: 10,
  riddleCount: 3,
  unlocked: true,
});

describe('the pop-up with a result', () => {
  test('is about the latest round that was marked and not shown yet', () => {
    const won = { right: 2, reward: 60 };
    const statuses = [status('open', null), status('new', won), status('old', won)];
    expect(resultToShow(statuses, [])?.roundId).toBe('new');
  });

  test('makes room for the one before it, and comes once for each, as long as the server is slow to note it', () => {
    const won = { right: 2, reward: 60 };
    const statuses = [status('new', won), status('old', won)];
    expect(resultToShow(statuses, ['new'])?.roundId).toBe('old');
    expect(resultToShow(statuses, ['new', 'old'])).toBeUndefined();
  });

  test('is not shown again, nor before the marking', () => {
    expect(resultToShow([status('open', null), status('old', { right: 0, reward: 0 }, true)], [])).toBeUndefined();
  });
});

test('only a round that has closed without being marked is worth asking about again', () => {
  const rounds = [round('old', 'closed'), round('now', 'open')];
  expect(awaitsMarking(rounds, [status('now', null)])).toBe(false);
  expect(awaitsMarking(rounds, [status('old', { right: 1, reward: 20 })])).toBe(false);
  expect(awaitsMarking(rounds, [status('now', null), status('old', null)])).toBe(true);
});
