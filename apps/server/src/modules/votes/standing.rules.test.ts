import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeSince, rankTallies, type Tally } from './standing.rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 3, 0, second));

describe('the standing', () => {
  it('puts more votes first', () => {
    const tallies = [
      { idolId: '1', votes: 5, reachedAt: at(1) },
      { idolId: '2', votes: 9, reachedAt: at(2) },
    ];
    expect(rankTallies(tallies).map(({ idolId, rank }) => [idolId, rank])).toEqual([
      ['2', 1],
      ['1', 2],
    ]);
  });

  it('puts first among equals whoever reached the count first', () => {
    const tallies = [
      { idolId: '1', votes: 5, reachedAt: at(2) },
      { idolId: '2', votes: 5, reachedAt: at(1) },
    ];
    expect(rankTallies(tallies)[0]?.idolId).toBe('2');
  });

  it('falls back to the idol id, as a number', () => {
    const tallies = ['10', '9'].map((idolId) => ({ idolId, votes: 0, reachedAt: null }));
    expect(rankTallies(tallies)[0]?.idolId).toBe('9');
  });

  it('is the same for the same tallies in any order, and gives every idol a rank of its own', () => {
    const tally = fc.record({
      idolId: fc.nat({ max: 500 }).map(String),
      votes: fc.nat({ max: 3 }),
      reachedAt: fc.option(fc.nat({ max: 3 }).map(at)),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(tally, { selector: (one: Tally) => one.idolId }),
        fc.infiniteStream(fc.nat()),
        (tallies, keys) => {
          const shuffled = tallies
            .map((one) => ({ one, key: keys.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ one }) => one);
          const ranked = rankTallies(tallies);
          expect(rankTallies(shuffled)).toEqual(ranked);
          expect(ranked.map(({ rank }) => rank)).toEqual(tallies.map((_, position) => position + 1));
        },
      ),
    );
  });

  it('tells places gained and lost, and nothing for a newcomer', () => {
    const earlier = new Map([['1', 3]]);
    expect(changeSince(earlier, { idolId: '1', votes: 1, rank: 1 })).toBe(2);
    expect(changeSince(earlier, { idolId: '2', votes: 1, rank: 1 })).toBe(0);
  });
});
