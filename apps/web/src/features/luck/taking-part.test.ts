import { describe, expect, test } from 'vitest';
import { isKeptOut } from './taking-part.ts';

const opensAt = '2026-11-22T12:00:00.000Z';
const from = '2026-11-22T13:00:00.000Z';
const at = (time: string) => Date.parse(`2026-11-22T${time}Z`);

describe('a fan is kept out', () => {
  test('by the region at any time, and by no other lasting reason', () => {
    const mayTakePart = { verdict: 'regionClosed', country: 'JP' } as const;
    expect(isKeptOut({ mayTakePart, opensAt }, at('23:00:00'))).toBe(true);
    expect(isKeptOut({ mayTakePart: { verdict: 'yes' }, opensAt }, at('12:00:00'))).toBe(false);
    expect(isKeptOut({ mayTakePart: null, opensAt }, at('12:00:00'))).toBe(false);
  });

  test('by the age of the account until it is old enough', () => {
    const mayTakePart = { verdict: 'tooYoung', from } as const;
    expect(isKeptOut({ mayTakePart, opensAt }, at('12:59:59.999'))).toBe(true);
    expect(isKeptOut({ mayTakePart, opensAt }, at('13:00:00'))).toBe(false);
  });

  test('not by an age that the account has when it opens', () => {
    const mayTakePart = { verdict: 'tooYoung', from } as const;
    expect(isKeptOut({ mayTakePart, opensAt: from }, at('11:00:00'))).toBe(false);
  });
});
