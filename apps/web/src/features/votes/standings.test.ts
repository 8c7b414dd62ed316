import { describe, expect, test } from 'vitest';
import { withVote } from './ranking-after-vote.ts';
import { type Idol, newerRanking, type Ranking, standings } from './standings.ts';

function idol(idolId: string, votes: number, rank: number, more: Partial<Idol> = {}): Idol {
  return {
    idolId,
    name: `Idol ${idolId}`,
    names: { en_US: `Idol ${idolId}`, zh_TW: `偶像 ${idolId}` },
    number: rank,
    teamId: 'team-1',
    profile: '',
    portraitUrl: `/art/${idolId}.svg`,
    votes,
    rank,
    change: 0,
    ...more,
  };
}

function ranking(rows: readonly (readonly [string, number])[], version = 1): Ranking {
  return {
    activityId: '1004',
    state: 'open',
    version,
    takenAt: '2026-11-21T00:00:00Z',
    closesAt: '2026-11-23T00:00:00Z',
    totalVotes: 0,
    list: rows.map(([idolId, votes], index) => ({ idolId, votes, rank: index + 1, change: 0 })),
  };
}

const idols = [idol('a', 300, 1), idol('b', 200, 2), idol('c', 100, 3)];

describe('the standings', () => {
  test('say what it takes to reach the place above', () => {
    expect(standings(idols, undefined).map(({ gap }) => gap)).toEqual([
      null,
      { rank: 1, votes: 100 },
      { rank: 2, votes: 100 },
    ]);
  });

  test('follow the live ranking, not the older list', () => {
    const now = standings(
      idols,
      ranking([
        ['c', 350],
        ['a', 300],
        ['b', 200],
      ]),
    );
    expect(now.map(({ idolId, rank, votes }) => [idolId, rank, votes])).toEqual([
      ['c', 1, 350],
      ['a', 2, 300],
      ['b', 3, 200],
    ]);
    expect(now[1]?.gap).toEqual({ rank: 1, votes: 50 });
  });

  test('keep an idol that the ranking does not mention', () => {
    expect(
      standings(
        idols,
        ranking([
          ['a', 310],
          ['b', 200],
        ]),
      ).map(({ idolId }) => idolId),
    ).toEqual(['a', 'b', 'c']);
  });

  test('of a tie are no votes apart', () => {
    expect(standings([idol('a', 200, 1), idol('b', 200, 2)], undefined)[1]?.gap).toEqual({ rank: 1, votes: 0 });
  });
});

test('a slower answer does not turn the ranking back', () => {
  const newer = ranking([['a', 2]], 8);
  expect(newerRanking(newer, ranking([['a', 1]], 7))).toBe(newer);
  expect(newerRanking(ranking([['a', 1]], 7), newer)).toBe(newer);
  expect(newerRanking(undefined, newer)).toBe(newer);
});

describe('a confirmed vote', () => {
  const before = ranking([
    ['a', 300],
    ['b', 200],
  ]);

  test('stands in the ranking at once and lifts the idol', () => {
    const after = withVote(before, 'b', 301);
    expect(after.list.map(({ idolId, rank, votes }) => [idolId, rank, votes])).toEqual([
      ['b', 1, 301],
      ['a', 2, 300],
    ]);
  });

  test('never takes votes away that the stream has told already', () => {
    expect(withVote(before, 'a', 299).list[0]?.votes).toBe(300);
  });
});
