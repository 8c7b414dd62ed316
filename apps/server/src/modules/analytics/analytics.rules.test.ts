import { describe, expect, it } from 'vitest';
import { happenedAt, wantsNoMeasuring } from './analytics.rules.ts';

const received = new Date('2026-11-21T10:20:40.500Z');

describe('what is measured', () => {
  it.each([
    ['a moment ago', '2026-11-21T10:19:59.999Z', '2026-11-21T10:19:00.000Z'],
    ['in the future, by a wrong clock', '2027-01-01T00:00:00.000Z', '2026-11-21T10:20:00.000Z'],
    ['years ago, by a wrong clock', '1999-01-01T00:00:00.000Z', '2026-11-21T10:20:00.000Z'],
  ])('is noted by the minute when it happened %s', (_, at, noted) => {
    expect(happenedAt(at, received).toISOString()).toBe(noted);
  });

  it('is not noted for a browser that asks for that', () => {
    expect(wantsNoMeasuring({ dnt: '1' })).toBe(true);
    expect(wantsNoMeasuring({ 'sec-gpc': '1' })).toBe(true);
    expect(wantsNoMeasuring({ dnt: '0' })).toBe(false);
    expect(wantsNoMeasuring({})).toBe(false);
  });
});
