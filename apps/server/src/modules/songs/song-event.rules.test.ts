import { describe, expect, it } from 'vitest';
import { eventOnShow, rankSongs, songEventState } from './song-event.rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 10, hour));
const times = {
  nominationsOpenAt: at(1),
  nominationsCloseAt: at(2),
  finalOpensAt: at(3),
  finalClosesAt: at(4),
  nominationsFrozenAt: null,
  finalFrozenAt: null,
};
const frozen = { ...times, nominationsFrozenAt: at(2) };

describe('an event', () => {
  it.each([
    ['scheduled', times, 0],
    ['nominating', times, 1],
    ['between', times, 2],
    ['between', times, 3],
    ['between', frozen, 2],
    ['final', frozen, 3],
    ['counting', frozen, 4],
    ['ended', { ...frozen, finalFrozenAt: at(4) }, 4],
  ])('is %s', (state, event, hour) => {
    expect(songEventState(event, at(hour))).toBe(state);
  });
});

it('is on show until it has a result, and stays on show with that until the next one opens', () => {
  const past = { ...frozen, finalFrozenAt: at(4) };
  const later = { ...past, finalClosesAt: at(9) };
  const coming = { ...times, nominationsOpenAt: at(8) };
  expect(eventOnShow([past, coming, times], at(1))).toBe(times);
  expect(eventOnShow([past, later, coming], at(7))).toBe(later);
  expect(eventOnShow([past, later, coming], at(8))).toBe(coming);
  expect(eventOnShow([coming, times], at(0))).toBe(times);
  expect(eventOnShow([], at(1))).toBeUndefined();
});

it('puts more votes first, of equals the earlier, and of equals in that the first of the list', () => {
  const tally = (songId: string, votes: number, hour: number | null, position: number) => ({
    songId,
    votes,
    reachedAt: hour === null ? null : at(hour),
    position,
  });
  const ranked = rankSongs([
    tally('last', 0, null, 1),
    tally('later', 5, 2, 0),
    tally('first', 9, 3, 5),
    tally('same', 5, 1, 4),
    tally('earlier', 5, 1, 3),
  ]);
  expect(ranked.map(({ songId, rank }) => `${rank} ${songId}`)).toEqual([
    '1 first',
    '2 earlier',
    '3 same',
    '4 later',
    '5 last',
  ]);
});
