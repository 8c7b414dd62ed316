import { describe, expect, it } from 'vitest';
import { isDigestTime, nextDigest } from './digest.rules.ts';

const next = (after: string, rhythm: 'daily' | 'weekly', timeZone: string) =>
  nextDigest(new Date(after), rhythm, timeZone).toISOString();

describe('a digest', () => {
  it('comes daily at 09:00 of the fan’s zone, never twice for one morning', () => {
    expect(next('2026-11-23T00:59:59.999Z', 'daily', 'Asia/Taipei')).toBe('2026-11-23T01:00:00.000Z');
    expect(next('2026-11-23T01:00:00.000Z', 'daily', 'Asia/Taipei')).toBe('2026-11-24T01:00:00.000Z');
    expect(next('2026-11-23T01:00:00.000Z', 'daily', 'America/New_York')).toBe('2026-11-23T14:00:00.000Z');
  });

  it('comes weekly on Monday', () => {
    // 23 November 2026 is a Monday.
    expect(next('2026-11-22T12:00:00.000Z', 'weekly', 'Asia/Taipei')).toBe('2026-11-23T01:00:00.000Z');
    expect(next('2026-11-23T01:00:00.000Z', 'weekly', 'Asia/Taipei')).toBe('2026-11-30T01:00:00.000Z');
  });

  it('keeps to 09:00 when clocks change', () => {
    expect(next('2026-10-31T13:00:00.000Z', 'daily', 'America/New_York')).toBe('2026-11-01T14:00:00.000Z');
    expect(next('2026-03-07T14:00:00.000Z', 'daily', 'America/New_York')).toBe('2026-03-08T13:00:00.000Z');
  });

  it('is sent from 09:00 until 21:00 only', () => {
    const isTime = (at: string) => isDigestTime(new Date(at), 'Asia/Taipei');
    expect([isTime('2026-11-23T00:59:59.999Z'), isTime('2026-11-23T01:00:00.000Z')]).toEqual([false, true]);
    expect([isTime('2026-11-23T12:59:59.999Z'), isTime('2026-11-23T13:00:00.000Z')]).toEqual([true, false]);
  });
});
