import { describe, expect, test } from 'vitest';
import { afterEvent, type FollowedRanking, type RankingEvent } from './follow-ranking.ts';

type RankedVotes = readonly [idolId: string, votes: number, rank: number];

function event(kind: RankingEvent['kind'], sequence: number, rows: readonly RankedVotes[], feed = 'one'): RankingEvent {
  return {
    kind,
    feed,
    sequence,
    activityId: '1004',
    state: 'open',
    round: 1,
    roundState: 'open',
    goOn: null,
    frozenAt: null,
    setAside: { quarantined: 0, released: 0, voided: 0 },
    left: [],
    version: sequence * 10,
    takenAt: '2026-11-21T00:00:00.000Z',
    closesAt: '2026-11-23T00:00:00.000Z',
    totalVotes: sequence * 100,
    list: rows.map(([idolId, votes, rank]) => ({ idolId, votes, rank, change: 0 })),
  };
}

function follow(...events: readonly RankingEvent[]): FollowedRanking {
  let known: FollowedRanking | undefined;
  for (const next of events) {
    const after = afterEvent(known, next);
    if (after === 'missed') throw new Error('An event of the given ones does not fit.');
    known = after;
  }
  if (!known) throw new Error('No event was given.');
  return known;
}

const rowsOf = ({ ranking }: FollowedRanking) => ranking.list.map(({ idolId, votes, rank }) => [idolId, votes, rank]);

const whole = event('snapshot', 4, [
  ['a', 30, 1],
  ['b', 20, 2],
  ['c', 10, 3],
]);
const overtaken = event('delta', 5, [
  ['c', 25, 2],
  ['b', 20, 3],
]);

describe('what the stream tells', () => {
  test('begins with the whole ranking, and goes on with the rows that altered', () => {
    const after = follow(whole, overtaken);
    expect(rowsOf(after)).toEqual([
      ['a', 30, 1],
      ['c', 25, 2],
      ['b', 20, 3],
    ]);
    expect(after.ranking).toMatchObject({ version: 50, totalVotes: 500 });
    expect(after.ranking).not.toHaveProperty('kind');
  });

  test('may be news without a row, such as the end', () => {
    const after = follow(whole, { ...event('delta', 5, []), state: 'closing' });
    expect([after.ranking.state, rowsOf(after)]).toEqual(['closing', rowsOf(follow(whole))]);
  });

  test('changes nothing when it is a repeat', () => {
    const known = follow(whole, overtaken);
    for (const again of [whole, overtaken]) expect(afterEvent(known, again)).toBe(known);
  });

  test('is fetched again when an event in between is missing', () => {
    expect(afterEvent(follow(whole), { ...overtaken, sequence: 6 })).toBe('missed');
    expect(afterEvent(undefined, overtaken)).toBe('missed');
  });

  test('is fetched again when it comes from another process, or names an unknown idol', () => {
    expect(afterEvent(follow(whole), { ...overtaken, feed: 'other' })).toBe('missed');
    expect(afterEvent(follow(whole), event('delta', 5, [['d', 1, 4]]))).toBe('missed');
  });

  test('is taken as a whole from another process at any position', () => {
    const other = event('snapshot', 1, [['a', 31, 1]], 'other');
    expect(rowsOf(follow(whole, other))).toEqual([['a', 31, 1]]);
  });
});
