import { describe, expect, test } from 'vitest';
import { newerRanking, withVote } from './ranking-updates.ts';
import { type Idol, type Ranking, standings } from './standings.ts';

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
    leftInRound: null,
    ...more,
  };
}

function ranking(rows: readonly (readonly [string, number])[], version = 1): Ranking {
  return {
    activityId: '1004',
    state: 'open',
    round: 1,
    roundState: 'open',
    goOn: null,
    frozenAt: null,
    version,
    takenAt: '2026-11-21T00:00:00Z',
    closesAt: '2026-11-23T00:00:00Z',
    totalVotes: 0,
    setAside: { quarantined: 0, released: 0, voided: 0 },
    left: [],
    list: rows.map(([idolId, votes], index) => ({ idolId, votes, rank: index + 1, change: 0 })),
  };
}

const open = (tieRule: 'reachedFirst' | 'sharedPlace') => ({ tieRule, state: 'open' as const });

const idols = [idol('a', 300, 1), idol('b', 200, 2), idol('c', 100, 3)];

describe('the standings', () => {
  test('say what it takes to reach the place above: as many votes where it is then shared', () => {
    expect(standings(idols, undefined, open('sharedPlace')).map(({ gap }) => gap)).toEqual([
      null,
      { rank: 1, votes: 100 },
      { rank: 2, votes: 100 },
    ]);
  });

  test('ask for one more vote where the first to reach a count stands first', () => {
    expect(standings(idols, undefined, open('reachedFirst')).map(({ gap }) => gap)).toEqual([
      null,
      { rank: 1, votes: 101 },
      { rank: 2, votes: 101 },
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
      open('sharedPlace'),
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
        open('reachedFirst'),
      ).map(({ idolId }) => idolId),
    ).toEqual(['a', 'b', 'c']);
  });

  test('of a tie are no votes apart with a shared place, and one vote without', () => {
    const shared = [idol('a', 200, 1), idol('b', 200, 1)];
    expect(standings(shared, undefined, open('sharedPlace'))[1]?.gap).toEqual({ rank: 1, votes: 0 });
    const inTurn = [idol('a', 200, 1), idol('b', 200, 2)];
    expect(standings(inTurn, undefined, open('reachedFirst'))[1]?.gap).toEqual({ rank: 1, votes: 1 });
  });
});

describe('once voting has closed', () => {
  const equals = ranking([
    ['a', 200],
    ['b', 200],
    ['c', 100],
  ]);
  const at = (state: Ranking['state'], roundState: Ranking['roundState']) =>
    standings(idols, { ...equals, state, roundState }, open('reachedFirst')).map(({ gap, isOver, hasWon }) => ({
      votes: gap?.votes,
      isOver,
      hasWon,
    }));

  test('a gap is the plain difference to the one above, and only the final result has a winner', () => {
    const over = { isOver: true, hasWon: false };
    const told = [
      { votes: undefined, ...over },
      { votes: 0, ...over },
      { votes: 100, ...over },
    ];
    expect(at('closing', 'closing')).toEqual(told);
    expect(at('open', 'final'), 'between two rounds').toEqual(told);
    expect(at('final', 'final')).toEqual([{ ...told[0], hasWon: true }, ...told.slice(1)]);
  });

  test('all idols in the first place win together', () => {
    const list = equals.list.map((row) => (row.idolId === 'b' ? { ...row, rank: 1 } : row));
    const final: Ranking = { ...equals, list, state: 'final', roundState: 'final' };
    const won = standings(idols, final, open('sharedPlace')).filter(({ hasWon }) => hasWon);
    expect(won.map(({ idolId }) => idolId)).toEqual(['a', 'b']);
  });

  test('the election says so as long as its ranking is unknown', () => {
    const told = standings(idols, undefined, { tieRule: 'reachedFirst', state: 'final' });
    expect(told.map(({ gap, hasWon }) => [gap?.votes, hasWon])).toEqual([
      [undefined, true],
      [100, false],
      [100, false],
    ]);
  });
});

test('a slower answer does not turn the ranking back', () => {
  const newer = ranking([['a', 2]], 8);
  expect(newerRanking(newer, ranking([['a', 1]], 7))).toBe(newer);
  expect(newerRanking(ranking([['a', 1]], 7), newer)).toBe(newer);
  expect(newerRanking(undefined, newer)).toBe(newer);
});

test('a process that does not know of the end does not turn the state back', () => {
  const closing: Ranking = { ...ranking([['a', 2]], 8), state: 'closing', roundState: 'closing' };
  const final: Ranking = { ...closing, state: 'final', roundState: 'final' };
  expect(newerRanking(closing, ranking([['a', 2]], 8))).toBe(closing);
  expect(newerRanking(closing, final)).toBe(final);
  expect(newerRanking(final, closing)).toBe(final);
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

  test('never removes votes that the stream has shown already', () => {
    expect(withVote(before, 'a', 299).list[0]?.votes).toBe(300);
  });
});

describe('an election of several rounds', () => {
  const second: Ranking = {
    ...ranking([['b', 5]], 20),
    round: 2,
    left: [
      { idolId: 'c', leftInRound: 1, rank: 2, votes: 200 },
      { idolId: 'a', leftInRound: 1, rank: 3, votes: 100 },
    ],
  };

  test('lists idols who left below the others, with the place and votes of their round', () => {
    const shown = standings(idols, second, open('reachedFirst')).map(({ idolId, rank, votes, leftInRound, gap }) => [
      idolId,
      rank,
      votes,
      leftInRound,
      gap,
    ]);
    expect(shown).toEqual([
      ['b', 1, 5, null, null],
      ['c', 2, 200, 1, null],
      ['a', 3, 100, 1, null],
    ]);
  });

  test('is newer in a later round, when frozen, and when settled, for every version', () => {
    const live = ranking([['a', 9]], 9);
    const frozen: Ranking = { ...ranking([['a', 8]], 8), frozenAt: '2026-11-22T00:00:00Z' };
    const settled: Ranking = { ...ranking([['a', 9]], 8), roundState: 'final' };
    const order = [live, frozen, settled, { ...second, version: 8 }];
    for (const [index, next] of order.entries()) {
      for (const known of order.slice(0, index)) {
        expect(newerRanking(known, next)).toBe(next);
        expect(newerRanking(next, known)).toBe(next);
      }
    }
  });

  test('moves no votes while the count is hidden, and no place that is shared', () => {
    const frozen: Ranking = { ...ranking([['a', 8]], 8), frozenAt: '2026-11-22T00:00:00Z' };
    expect(withVote(frozen, 'a', 12)).toBe(frozen);
    const shared = ranking([
      ['a', 8],
      ['b', 8],
      ['c', 1],
    ]);
    const list = shared.list.map((row) => (row.idolId === 'b' ? { ...row, rank: 1 } : row));
    expect(withVote({ ...shared, list }, 'c', 8).list.map(({ rank }) => rank)).toEqual([1, 1, 1]);
  });
});
