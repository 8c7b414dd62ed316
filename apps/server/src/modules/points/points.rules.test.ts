import { expect, it, describe } from 'vitest';
import { weeksAt, nextGrantAt, waitUntil } from './points.rules.ts';

it.each([
  ['Asia/Taipei', '2026-11-22T15:59:59.999Z', '2026-W47', '2026-11-15T16:00:00.000Z', '2026-W48'],
  ['Asia/Taipei', '2026-11-22T16:00:00.000Z', '2026-W48', '2026-11-22T16:00:00.000Z', '2026-W49'],
  ['Asia/Taipei', '2026-12-30T00:00:00.000Z', '2026-W53', '2026-12-27T16:00:00.000Z', '2027-W01'],
  ['America/New_York', '2026-11-23T04:59:59.999Z', '2026-W47', '2026-11-16T05:00:00.000Z', '2026-W48'],
])('in %s at %s it is the week %s since %s, before %s', (timeZone, at, name, startsAt, nextName) => {
  const [week, next] = weeksAt(new Date(at), timeZone);
  expect(week).toEqual({ name, startsAt: new Date(startsAt) });
  expect(next.name).toBe(nextName);
});

const noon = new Date('2026-11-21T12:00:00.000Z');

describe('the wait for the next test coins', () => {
  it('is a day, even when clocks are changed', () => {
    expect(nextGrantAt(noon).toISOString()).toBe('2026-11-22T12:00:00.000Z');
  });

  it.each([
    ['2026-11-22T12:00:00.000Z', { hours: 24, minutes: 0 }],
    ['2026-11-22T11:59:59.999Z', { hours: 24, minutes: 0 }],
    ['2026-11-22T11:59:00.000Z', { hours: 23, minutes: 59 }],
    ['2026-11-21T13:00:00.001Z', { hours: 1, minutes: 1 }],
    ['2026-11-21T12:00:00.001Z', { hours: 0, minutes: 1 }],
  ])('until %s is shown rounded up', (nextAt, told) => {
    expect(waitUntil(new Date(nextAt), noon)).toEqual(told);
  });
});
