import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatDateTime } from './format-date-time.ts';

/** A moment of the device's own time zone. */
const local = new Date(2026, 10, 21, 4, 5, 9);

beforeEach(() => vi.useFakeTimers({ now: local }));
afterEach(() => vi.useRealTimers());

test('a date and time reads YYYY-MM-DD HH:mm:ss in the device’s time zone', () => {
  expect(formatDateTime(local)).toBe('2026-11-21 04:05:09');
});

describe('an hour offset counts from UTC', () => {
  test.each([
    ['2026-11-21T20:00:00Z', 8, '2026-11-22 04:00:00'],
    ['2026-11-21T01:30:00Z', -5, '2026-11-20 20:30:00'],
    ['2026-11-21T01:30:00Z', 0, '2026-11-21 01:30:00'],
    ['2026-11-21T01:30:00Z', 5.5, '2026-11-21 07:00:00'],
    ['2026-12-31T23:59:59Z', 1, '2027-01-01 00:59:59'],
    ['2028-02-28T23:00:00Z', 2, '2028-02-29 01:00:00'],
  ])('%s %d hours on reads %s', (instant, hourOffset, written) => {
    expect(formatDateTime(new Date(instant), { hourOffset })).toBe(written);
  });
});

describe('a pattern says where the parts stand', () => {
  test.each([
    ['YYYY/MM/DD', '2026/11/21'],
    ['MM-DD HH:mm', '11-21 04:05'],
    ['HH:mm:ss', '04:05:09'],
    ['YYYYMMDDHH', '2026112104'],
    ['YYYY年MM月DD日', '2026年11月21日'],
    ['at HH', 'at 04'],
    ['', ''],
  ])('%s', (pattern, written) => {
    expect(formatDateTime(local, { pattern })).toBe(written);
  });
});
