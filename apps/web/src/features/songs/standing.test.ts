import { describe, expect, test } from 'vitest';
import { byStanding, standsIn, standsInNominations } from './standing.ts';

const moon = { title: 'Moon', nominations: 90, nominationRank: 1, votes: 10, rank: 2 };
const rain = { title: 'Rain', nominations: 80, nominationRank: 2, votes: 30, rank: 1 };
const left = { title: 'Left', nominations: 70, nominationRank: 3, votes: 0, rank: null };

describe('a song stands', () => {
  test.each(['scheduled', 'nominating', 'between'] as const)('among the nominations while %s', (phase) => {
    expect(standsIn(moon, phase)).toEqual({ round: 'nominations', rank: 1, count: 90 });
  });

  test.each(['final', 'counting', 'ended'] as const)('in the final while %s, if it is there', (phase) => {
    expect(standsIn(moon, phase)).toEqual({ round: 'final', rank: 2, count: 10 });
    expect(standsIn(left, phase)).toEqual(standsInNominations(left));
  });

  test.each([
    ['between', ['Moon', 'Rain', 'Left']],
    ['final', ['Rain', 'Moon', 'Left']],
  ] as const)('behind those before it while %s', (phase, order) => {
    expect(byStanding([left, rain, moon], phase).map(({ title }) => title)).toEqual(order);
  });
});
