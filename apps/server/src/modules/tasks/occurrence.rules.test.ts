import { describe, expect, it } from 'vitest';
import { nextOccurrenceStart, occurrencesAt } from './occurrence.rules.ts';

describe('the occurrences of an instant', () => {
  it.each([
    ['Asia/Taipei', '2026-11-22T15:59:59.999Z', '2026-11-22', '2026-W47'],
    ['Asia/Taipei', '2026-11-22T16:00:00.000Z', '2026-11-23', '2026-W48'],
    ['America/New_York', '2026-11-23T04:59:59.999Z', '2026-11-22', '2026-W47'],
    ['Asia/Taipei', '2026-12-31T16:00:00.000Z', '2027-01-01', '2026-W53'],
  ])('in %s at %s are the day %s and the week %s', (timeZone, at, daily, weekly) => {
    expect(occurrencesAt(new Date(at), timeZone)).toEqual({ once: 'once', daily, weekly });
  });
});

describe('the next occurrence', () => {
  it.each([
    ['daily', 'Asia/Taipei', '2026-11-21T03:00:00.000Z', '2026-11-21T16:00:00.000Z'],
    ['daily', 'Asia/Taipei', '2026-11-21T15:59:59.999Z', '2026-11-21T16:00:00.000Z'],
    ['daily', 'Asia/Taipei', '2026-11-21T16:00:00.000Z', '2026-11-22T16:00:00.000Z'],
    ['daily', 'America/New_York', '2026-03-08T12:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['daily', 'America/New_York', '2026-11-01T12:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['weekly', 'Asia/Taipei', '2026-11-21T03:00:00.000Z', '2026-11-22T16:00:00.000Z'],
    ['weekly', 'Asia/Taipei', '2026-11-22T16:00:00.000Z', '2026-11-29T16:00:00.000Z'],
    ['weekly', 'America/New_York', '2026-11-01T12:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ] as const)('%s, in %s after %s, begins at %s', (period, timeZone, at, start) => {
    expect(nextOccurrenceStart(period, new Date(at), timeZone)?.toISOString()).toBe(start);
  });

  it('of a task that is done once never comes', () => {
    expect(nextOccurrenceStart('once', new Date(), 'Asia/Taipei')).toBeUndefined();
  });
});
