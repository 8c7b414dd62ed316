import fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import { changeSince, busiestHour, type CountAt, countOverTime, thinOut } from './standing.rules.ts';

it('returns places gained and lost, and nothing for a newcomer', () => {
  const earlier = new Map([['1', 3]]);
  expect(changeSince(earlier, { idolId: '1', votes: 1, rank: 1 })).toBe(2);
  expect(changeSince(earlier, { idolId: '2', votes: 1, rank: 1 })).toBe(0);
});

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 21, hour, minute));
const count = (when: Date, votes: number): CountAt => ({ at: when, votes, leaderVotes: [votes] });

describe('the count over time', () => {
  it('begins with zero at the opening and ends with the present count', () => {
    const counts = countOverTime(at(4, 30), [count(at(5), 7), count(at(6), 9)], count(at(6, 20), 12));
    expect(counts.map(({ at: when, votes }) => [when, votes])).toEqual([
      [at(4, 30), 0],
      [at(5), 7],
      [at(6), 9],
      [at(6, 20), 12],
    ]);
    expect(counts[0]?.leaderVotes).toEqual([0]);
  });

  it('leaves out hours before the opening and from the end on', () => {
    const counts = countOverTime(at(4), [count(at(3), 1), count(at(4), 1), count(at(6), 5)], count(at(6), 5));
    expect(counts).toHaveLength(2);
  });
});

describe('the busiest hour', () => {
  it('is the one in which most votes were added, not the one with the highest count', () => {
    const counts = [count(at(4), 0), count(at(5), 50), count(at(6), 55), count(at(6, 10), 60)];
    expect(busiestHour(counts)).toEqual({ from: at(4), to: at(5), votes: 50 });
  });

  it('is the first of equals', () => {
    expect(busiestHour([count(at(4), 0), count(at(5), 5), count(at(6), 10)])?.from).toEqual(at(4));
  });

  it('does not reach over a span without a count', () => {
    const counts = [count(at(4), 0), count(at(5), 5), count(at(9), 100), count(at(10), 108)];
    expect(busiestHour(counts)).toEqual({ from: at(9), to: at(10), votes: 8 });
  });

  it('does not exist before the first vote', () => {
    expect(busiestHour([count(at(4), 0), count(at(5), 0)])).toBeNull();
    expect(busiestHour([])).toBeNull();
  });
});

describe('a thinned line', () => {
  it('keeps a short one as it is', () => {
    expect(thinOut([1, 2, 3], 3)).toEqual([1, 2, 3]);
    expect(thinOut([], 3)).toEqual([]);
    expect(thinOut([1], 3)).toEqual([1]);
  });

  it('never has more points than asked for, keeps both ends, the order and an even pace', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 3000 }), fc.integer({ min: 3, max: 250 }), (length, most) => {
        const line = Array.from({ length }, (_, index) => index);
        const thinned = thinOut(line, most);
        expect(thinned.length).toBeLessThanOrEqual(most);
        expect([thinned[0], thinned.at(-1)]).toEqual([0, length - 1]);
        const steps = thinned.slice(1).map((point, index) => point - (thinned[index] ?? 0));
        expect(new Set(steps.slice(0, -1)).size).toBeLessThanOrEqual(1);
        expect(Math.min(...steps)).toBeGreaterThan(0);
        expect(Math.max(...steps)).toBeLessThan(2 * Math.ceil((length - 1) / (most - 1)));
      }),
    );
  });
});
