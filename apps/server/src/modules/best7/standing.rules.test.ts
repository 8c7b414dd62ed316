import { expect, test } from 'vitest';
import { rankTallies } from './standing.rules.ts';

const tally = (number: number, points: number, firstPlaces = 0) => ({
  idolId: `idol-${number}`,
  number,
  points,
  firstPlaces,
});

test('idols stand by points, then by first places, then by their number, and share no rank', () => {
  const tallies = [tally(4, 0), tally(9, 20, 1), tally(2, 20, 2), tally(7, 30), tally(1, 0), tally(3, 20, 1)];
  expect(rankTallies(tallies).map(({ rank, idolId }) => [rank, idolId])).toEqual([
    [1, 'idol-7'],
    [2, 'idol-2'],
    [3, 'idol-3'],
    [4, 'idol-9'],
    [5, 'idol-1'],
    [6, 'idol-4'],
  ]);
});
