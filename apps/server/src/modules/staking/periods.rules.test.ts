import { describe, expect, it } from 'vitest';
import { isPeriodId, returnOf, weekOf } from './periods.rules.ts';

const hourMs = 3_600_000;
const newYork = 'America/New_York';
const taipei = 'Asia/Taipei';

describe('a week', () => {
  it.each([
    [newYork, '2026-03-05T12:00:00Z', '2026-03-02', 167],
    [newYork, '2026-03-09T03:59:59.999Z', '2026-03-02', 167],
    [newYork, '2026-03-09T04:00:00Z', '2026-03-09', 168],
    [newYork, '2026-10-28T12:00:00Z', '2026-10-26', 169],
    [newYork, '2026-11-02T04:59:59.999Z', '2026-10-26', 169],
    [newYork, '2026-11-02T05:00:00Z', '2026-11-02', 168],
    [taipei, '2026-03-08T15:59:59.999Z', '2026-03-02', 168],
    [taipei, '2026-03-08T16:00:00Z', '2026-03-09', 168],
    [taipei, '2026-11-01T16:00:00Z', '2026-11-02', 168],
    // ISO week 53, which lies in two years.
    [taipei, '2026-12-31T16:00:00Z', '2026-12-28', 168],
    [taipei, '2027-01-03T15:59:59.999Z', '2026-12-28', 168],
    [taipei, '2027-01-03T16:00:00Z', '2027-01-04', 168],
  ])('in %s at %s is that of %s, with %d hours', (timeZone, at, periodId, hours) => {
    const week = weekOf(new Date(at), timeZone);
    expect(week.periodId).toBe(periodId);
    expect((week.endsAt.getTime() - week.startsAt.getTime()) / hourMs).toBe(hours);
    const before = weekOf(new Date(week.startsAt.getTime() - 1), timeZone);
    expect(before.endsAt).toEqual(week.startsAt);
    expect(weekOf(new Date(at), timeZone, 1).startsAt).toEqual(week.endsAt);
  });

  it('over a change of clocks ends at midnight, as do all stakes', () => {
    expect(returnOf('2026-03-02', 1, newYork).toISOString()).toBe('2026-03-09T04:00:00.000Z');
    expect(returnOf('2026-03-02', 12, newYork).toISOString()).toBe('2026-05-25T04:00:00.000Z');
    expect(returnOf('2026-10-19', 4, newYork).toISOString()).toBe('2026-11-16T05:00:00.000Z');
    expect(returnOf('2026-03-02', 4, taipei).toISOString()).toBe('2026-03-29T16:00:00.000Z');
  });
});

it('an id of a period is a date that exists', () => {
  const texts = ['2026-11-30', '2026-02-30', '2026-13-01', '26-11-30', '2026-11-30 ', 'next', ''];
  expect(texts.filter(isPeriodId)).toEqual(['2026-11-30']);
});
