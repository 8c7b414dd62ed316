import { describe, expect, it } from 'vitest';
import { type HourlyStandings, trendsOf } from './trends.rules.ts';

const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const hour = (time: string, rows: Readonly<Record<string, [votes: number, rank: number]>>): HourlyStandings => ({
  at: at(time),
  standings: new Map(Object.entries(rows).map(([idolId, [votes, rank]]) => [idolId, { votes, rank }])),
});
const end = {
  at: at('22T06:30'),
  standings: [
    { idolId: 'b', votes: 90, rank: 1 },
    { idolId: 'a', votes: 70, rank: 2 },
  ],
};
const dayBeganAt = at('21T16:00');

describe('trends', () => {
  it('compare with a day ago, and with the platform’s midnight', () => {
    const hours = [
      hour('21T06:00', { a: [10, 1], b: [0, 2] }),
      hour('21T07:00', { a: [12, 1], b: [4, 2] }),
      hour('21T16:00', { a: [50, 1], b: [30, 2] }),
      hour('22T06:00', { a: [70, 2], b: [80, 1] }),
    ];
    expect(trendsOf({ end, begin: at('18T00:00'), dayBeganAt, hours })).toEqual({
      times: [at('21T07:00'), at('21T16:00'), at('22T06:00'), at('22T06:30')],
      list: [
        { idolId: 'b', votes: [4, 30, 80, 90], ranks: [2, 2, 1, 1], votesToday: 60, change: 1 },
        { idolId: 'a', votes: [12, 50, 70, 70], ranks: [1, 1, 2, 2], votesToday: 20, change: -1 },
      ],
    });
  });

  it('begin at zero in a younger round, without a change of place', () => {
    const hours = [hour('22T06:00', { a: [70, 1], b: [60, 2] })];
    expect(trendsOf({ end, begin: at('22T05:15'), dayBeganAt, hours })).toEqual({
      times: [at('22T05:15'), at('22T06:00'), at('22T06:30')],
      list: [
        { idolId: 'b', votes: [0, 60, 90], ranks: [null, 2, 1], votesToday: 90, change: null },
        { idolId: 'a', votes: [0, 70, 70], ranks: [null, 1, 2], votesToday: 70, change: null },
      ],
    });
  });

  it('take from the last hour before it what a missing one leaves open', () => {
    const hours = [hour('21T02:00', { a: [10, 2], b: [20, 1] }), hour('22T06:00', { a: [60, 2], b: [80, 1] })];
    const { times, list } = trendsOf({ end, begin: at('18T00:00'), dayBeganAt, hours });
    expect(times).toEqual([at('22T06:00'), at('22T06:30')]);
    expect(list.map(({ votesToday, change }) => [votesToday, change])).toEqual([
      [70, 0],
      [60, 0],
    ]);
  });

  it('never show fewer than no votes today, also when counted ones were withdrawn', () => {
    const hours = [hour('21T16:00', { a: [75, 2], b: [90, 1] })];
    const { list } = trendsOf({ end, begin: at('18T00:00'), dayBeganAt, hours });
    expect(list.map(({ votesToday }) => votesToday)).toEqual([0, 0]);
  });
});
