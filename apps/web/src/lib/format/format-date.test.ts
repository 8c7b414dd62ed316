import { describe, expect, test } from 'vitest';
import { formatDateTime, formatFriendlyDate, formatMinutesSeconds, ordinal } from './format-date.ts';

/** A moment of the device's own time zone, whichever that is. */
const local = new Date(2026, 10, 21, 4, 5, 9);

test('a date and time reads YYYY-MM-DD HH:mm:ss', () => {
  expect(formatDateTime(local)).toBe('2026-11-21 04:05:09');
});

test('an hour offset shifts a date from UTC, also over midnight', () => {
  expect(formatDateTime(new Date('2026-11-21T20:00:00Z'), 8)).toBe('2026-11-22 04:00:00');
  expect(formatDateTime(new Date('2026-11-21T01:30:00Z'), -5)).toBe('2026-11-20 20:30:00');
});

describe('the friendly date', () => {
  test('names month, day and time in English', () => {
    expect(formatFriendlyDate(local, 'en_US')).toBe('November 21st, 04:05');
  });

  test('is written as in Taiwan in Chinese', () => {
    expect(formatFriendlyDate(local, 'zh_TW')).toBe('11月21日 04:05');
  });

  test.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [22, '22nd'],
    [23, '23rd'],
    [30, '30th'],
    [31, '31st'],
  ])('writes day %i as %s', (day, written) => {
    expect(ordinal(day)).toBe(written);
  });
});

test.each([
  [0, '00:00'],
  [5, '00:05'],
  [4.2, '00:05'],
  [65, '01:05'],
  [3600, '60:00'],
  [-3, '00:00'],
])('%d seconds read %s', (seconds, written) => {
  expect(formatMinutesSeconds(seconds)).toBe(written);
});
