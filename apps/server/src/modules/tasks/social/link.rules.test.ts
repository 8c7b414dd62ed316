import { describe, expect, it } from 'vitest';
import { claimTo } from './link.rules.ts';

const dayMs = 24 * 60 * 60_000;
const now = new Date('2026-11-21T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);

describe('who may link an account that was linked before', () => {
  it('is refused while an account is linked, also for the same fan', () => {
    expect(claimTo({ fanId: 7, releasedAt: null }, { fanId: 8, now })).toEqual({ may: 'never' });
    expect(claimTo({ fanId: 7, releasedAt: null }, { fanId: 7, now })).toEqual({ may: 'never' });
  });

  it('is who had it last, at once', () => {
    expect(claimTo({ fanId: 7, releasedAt: now }, { fanId: 7, now })).toEqual({ may: 'link' });
  });

  it.each([
    [0, 7],
    [0.5, 7],
    [1, 6],
    [6, 1],
    [6.99, 1],
  ])('is another fan %d days after it was unlinked in %i days', (days, left) => {
    const claim = claimTo({ fanId: 7, releasedAt: daysAgo(days) }, { fanId: 8, now });
    expect(claim).toEqual({ may: 'later', days: left });
  });

  it('is anybody after seven days, to the millisecond', () => {
    const releasedAt = daysAgo(7);
    expect(claimTo({ fanId: 7, releasedAt }, { fanId: 8, now })).toEqual({ may: 'link' });
    expect(claimTo({ fanId: 7, releasedAt: new Date(releasedAt.getTime() + 1) }, { fanId: 8, now })).toEqual({
      may: 'later',
      days: 1,
    });
  });
});
