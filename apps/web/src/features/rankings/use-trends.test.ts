import { describe, expect, test } from 'vitest';
import { votesPerHour } from './use-trends.ts';

const at = (...hours: number[]) => hours.map((hour) => hour * 3_600_000);

describe('votes per hour', () => {
  test('are what came between two counts, by the hour', () => {
    expect(votesPerHour(at(1, 2, 4, 5), [10, 16, 36, 40])).toEqual([6, 10, 4]);
  });

  test('of the hour under way are joined with the hour before', () => {
    expect(votesPerHour(at(1, 2, 3, 3.25), [10, 16, 21, 26])).toEqual([6, 8]);
  });

  test('are never below none, and need two counts', () => {
    expect(votesPerHour(at(1, 2), [10, 8])).toEqual([0]);
    expect([votesPerHour([], []), votesPerHour(at(1), [5])]).toEqual([[], []]);
  });
});
