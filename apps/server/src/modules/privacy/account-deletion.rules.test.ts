import { describe, expect, it } from 'vitest';
import { dueSince, erasesAt, isConfirmedBy } from './account-deletion.rules.ts';

describe('the days of grace', () => {
  it('are seven, to the millisecond', () => {
    const asked = new Date('2026-11-21T14:05:09.123Z');
    expect(erasesAt(asked)).toEqual(new Date('2026-11-28T14:05:09.123Z'));
    expect(dueSince(erasesAt(asked))).toEqual(asked);
  });
});

describe('the typed confirmation', () => {
  it.each(['K7QM2XWP', 'k7qm2xwp', ' K7qm2xWP  '])('is the fan code, also as %j', (typed) => {
    expect(isConfirmedBy(typed, 'K7QM2XWP')).toBe(true);
  });

  it.each(['', ' ', 'K7QM2XW', 'K7QM2XWPP', 'K7QM 2XWP', 'DELETE'])('is nothing else, such as %j', (typed) => {
    expect(isConfirmedBy(typed, 'K7QM2XWP')).toBe(false);
  });
});
