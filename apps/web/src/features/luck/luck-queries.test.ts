import { describe, expect, test } from 'vitest';
import { luckStateAt } from './luck-queries.ts';

const times = { opensAt: '2026-11-22T12:30:00.000Z', closesAt: '2026-11-22T13:30:00.000Z' };
const at = (time: string) => Date.parse(`2026-11-22T${time}Z`);

describe('the state by the clock', () => {
  test.each([
    ['notOpen', '12:29:59.999', 'notOpen'],
    ['notOpen', '12:30:00.000', 'open'],
    ['open', '13:29:59.999', 'open'],
    ['open', '13:30:00.000', 'ended'],
    ['soldOut', '12:40:00.000', 'soldOut'],
    ['soldOut', '13:30:00.000', 'ended'],
    ['ended', '12:40:00.000', 'ended'],
  ] as const)('of what is %s is, at %s, %s', (state, time, expected) => {
    expect(luckStateAt({ ...times, state }, at(time))).toBe(expected);
  });
});
