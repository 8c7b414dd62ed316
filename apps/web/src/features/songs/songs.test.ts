import { describe, expect, test } from 'vitest';
import { deadlineOf, isCountingAt, songPhase, byStanding, standsIn, standsInNominations } from './songs.ts';

const at = (hour: number) => Date.UTC(2026, 10, 22, hour);
const iso = (hour: number) => new Date(at(hour)).toISOString();
const event = {
  state: 'scheduled',
  nominations: { opensAt: iso(1), closesAt: iso(2), isFrozen: false },
  final: { opensAt: iso(3), closesAt: iso(4), isFrozen: false },
} as const;
const nominated = { ...event, state: 'between', nominations: { ...event.nominations, isFrozen: true } } as const;

describe('a song event', () => {
  test.each([
    ['scheduled', event, 0],
    ['nominating', event, 1],
    ['between', event, 2],
    ['between', event, 3],
    ['between', nominated, 2],
    ['final', nominated, 3],
    ['counting', nominated, 4],
    ['ended', { ...nominated, state: 'ended' as const }, 4],
  ])('turns by itself: %s', (phase, one, hour) => {
    expect(songPhase(one, at(hour))).toBe(phase);
  });

  test('is counted where a round is over and its result is not there', () => {
    expect([at(1), at(2), at(3)].map((nowMs) => isCountingAt(event, nowMs))).toEqual([false, true, true]);
    expect([at(2), at(3), at(4)].map((nowMs) => isCountingAt(nominated, nowMs))).toEqual([false, false, true]);
  });

  test('has a deadline in every phase that a clock ends', () => {
    expect(deadlineOf(event, 'nominating')).toBe(iso(2));
    expect(deadlineOf(event, 'counting')).toBeUndefined();
  });
});

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
