import { describe, expect, it } from 'vitest';
import {
  addDays,
  instantOfLocalTime,
  isoWeekOf,
  localDateAt,
  startOfLocalDate,
  startOfWeek,
  weekdayOf,
} from './local-date.ts';

describe('a date in a time zone', () => {
  it.each([
    ['Asia/Taipei', '2026-11-20T15:59:59.999Z', '2026-11-20'],
    ['Asia/Taipei', '2026-11-20T16:00:00.000Z', '2026-11-21'],
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-20'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00.000Z', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-20T10:59:59.999Z', '2026-11-19'],
    ['America/New_York', '2026-07-04T03:59:59.999Z', '2026-07-03'],
    ['America/New_York', '2026-12-04T04:30:00.000Z', '2026-12-03'],
    ['Asia/Kolkata', '2026-02-28T18:30:00.000Z', '2026-03-01'],
    ['Asia/Taipei', '2026-12-31T16:00:00.000Z', '2027-01-01'],
  ])('in %s at %s is %s', (timeZone, at, date) => {
    expect(localDateAt(new Date(at), timeZone)).toBe(date);
  });
});

describe('a local time on a date', () => {
  it.each([
    ['Asia/Taipei', '2026-11-25', '20:30', '2026-11-25T12:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-25', '00:15', '2026-11-24T18:30:00.000Z'],
    ['America/New_York', '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['America/New_York', '2026-03-08', '12:30', '2026-03-08T16:30:00.000Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['America/New_York', '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
  ])('in %s on %s at %s is %s', (timeZone, date, time, instant) => {
    expect(instantOfLocalTime(date, time, timeZone).toISOString()).toBe(instant);
  });
});

describe('the start of a date', () => {
  it.each([
    ['Asia/Taipei', '2026-11-21', '2026-11-20T16:00:00.000Z', 'at midnight'],
    ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z', 'at midnight'],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z', 'the furthest ahead'],
    ['Etc/GMT+12', '2026-11-21', '2026-11-21T12:00:00.000Z', 'the furthest behind'],
    ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z', 'an offset in quarters of an hour'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 'the day summer time begins'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z', 'after a day of 23 hours'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 'the day summer time ends'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z', 'after a day of 25 hours'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 'at one, because midnight is skipped'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 'at one, because midnight is skipped'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 'at the first of two midnights'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 'with the next date, because this one was left out'],
  ])('in %s, %s is %s: %s', (timeZone, date, instant) => {
    expect(startOfLocalDate(date, timeZone).toISOString()).toBe(instant);
  });

  it('is the first instant of its date on every day of a year, in every kind of zone', () => {
    const zones = [
      'Asia/Taipei',
      'America/New_York',
      'Europe/Lisbon',
      'Australia/Lord_Howe',
      'America/Santiago',
      'Asia/Beirut',
    ];
    for (const timeZone of zones) {
      for (let date = '2026-01-01'; date < '2027-01-01'; date = addDays(date, 1)) {
        const start = startOfLocalDate(date, timeZone);
        expect(localDateAt(start, timeZone)).toBe(date);
        expect(localDateAt(new Date(start.getTime() - 1), timeZone)).toBe(addDays(date, -1));
      }
    }
  });
});

describe('counting days', () => {
  it.each([
    ['2026-11-21', 1, '2026-11-22'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-11-21', 7, '2026-11-28'],
  ])('%s and %i days is %s', (date, days, result) => {
    expect(addDays(date, days)).toBe(result);
  });

  it.each([
    ['2026-11-16', 1],
    ['2026-11-21', 6],
    ['2026-11-22', 7],
  ])('%s is day %i of its week', (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday);
  });
});

describe('the ISO week', () => {
  it.each([
    ['2026-11-21', '2026-W47'],
    ['2026-11-22', '2026-W47'],
    ['2026-11-23', '2026-W48'],
    ['2026-01-01', '2026-W01'],
    ['2025-12-29', '2026-W01'],
    ['2025-12-28', '2025-W52'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2021-01-03', '2020-W53'],
    ['2024-12-30', '2025-W01'],
    ['2023-01-01', '2022-W52'],
  ])('of %s is %s', (date, week) => {
    expect(isoWeekOf(date)).toBe(week);
  });
});

describe('a week', () => {
  it.each([
    ['Asia/Taipei', '2026-11-22T15:59:59.999Z', 0, '2026-11-15T16:00:00.000Z'],
    ['Asia/Taipei', '2026-11-22T16:00:00.000Z', 0, '2026-11-22T16:00:00.000Z'],
    ['Asia/Taipei', '2026-11-22T16:00:00.000Z', 1, '2026-11-29T16:00:00.000Z'],
    ['America/New_York', '2026-03-10T12:00:00.000Z', 0, '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-03-06T12:00:00.000Z', 0, '2026-03-02T05:00:00.000Z'],
  ])('in %s at %s, %i weeks on, begins at %s', (timeZone, at, weeksLater, start) => {
    expect(startOfWeek(new Date(at), timeZone, weeksLater).toISOString()).toBe(start);
  });
});
